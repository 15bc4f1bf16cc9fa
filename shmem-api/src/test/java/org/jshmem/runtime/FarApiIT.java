// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.contract.ApiContract;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.EveryNameContract;
import org.jshmem.contract.FarJob;
import org.jshmem.contract.FarTransport;
import org.jshmem.contract.HandleNamesContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.InterruptContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.NamedObjectContract;
import org.jshmem.contract.NamesContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.ThreadContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.settings.Settings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The whole API over far memory: PEs on hosts of two, so that some are near and others are not.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class FarApiIT {

    class Lifecycle extends LifecycleContract implements OnFar {}

    class Heap extends HeapContract implements OnFar {}

    class Rma extends RmaContract implements OnFar {}

    class Atomics extends AtomicsContract implements OnFar {}

    class Waits extends WaitContract implements OnFar {}

    class NamedObjects extends NamedObjectContract implements OnFar {}

    class Teams extends TeamContract implements OnFar {}

    class Movement extends TeamMovementContract implements OnFar {}

    class Arithmetic extends TeamArithmeticContract implements OnFar {}

    class Refusals extends TeamRefusalContract implements OnFar {}

    class Arguments extends ArgumentsContract implements OnFar {}

    class Locks extends LockContract implements OnFar {}

    class Mailboxes extends MailboxContract implements OnFar {}

    class Names extends NamesContract implements OnFar {}

    @Tag("long")
    class EveryName extends EveryNameContract implements OnFar {}

    class HandleNames extends HandleNamesContract implements OnFar {}

    /// What needs several hosts.
    class Hosts extends ApiContract implements OnFar {
        @Test
        void aLeaderThatWaitsForItsHostDoesNotWaitForOthers() throws Exception {
            run(4, (sh, a) -> {
                int me = sh.myPe();
                SymLongs x = sh.longs(4);
                Team two = sh.world().splitStrided(0, 3, 2).orElse(null);
                sh.syncAll();
                if (me == 1) sh.sleep(Duration.ofMillis(1700));
                if (me == 3) two.barrier(); // waits for PE 0, which waits in the broadcast for PE 1, not for PE 3
                sh.world().broadcast(x, x, 4, 0);
                if (me == 0) two.barrier();
                sh.barrierAll();
            });
        }
    }

    /// Each PE stops after a signal: others see it while what this PE has put on another channel is still under way.
    class LateData extends ApiContract implements OnFar {
        @Override
        public void prepare(FarTransport pe) {
            pe.pauseAfterSignals(2_000_000);
        }

        @Test
        void aSignalFollowsItsDataWhateverItsOwnContext() throws Exception {
            run(4, (sh, a) -> {
                SymLongs x = sh.longs(8);
                Signal s = sh.signal();
                Ctx ctx = sh.ctx();
                long[] data = new long[8];
                for (int round = 1; round <= 20; round++) {
                    Arrays.fill(data, round);
                    x.on(ctx).putSignalNbi(0, data, 0, 8, s, round, SignalOp.SET, (sh.myPe() + 2) % 4);
                    s.waitUntil(Cmp.EQ, round);
                    for (int i = 0; i < 8; i++) assertEquals(round, x.get(i), "data older than their signal");
                    ctx.quiet();
                    sh.barrierAll();
                }
                ctx.close();
            });
        }
    }

    /// Puts of a PE that waits stay under way.
    class HeldPuts extends ApiContract implements OnFar {
        @Override
        public void prepare(FarTransport pe) {
            pe.holdPutsWhileWaiting();
        }

        @Test
        void closingATeamCompletesThePutsOfItsContexts() throws Exception {
            run(4, (sh, a) -> {
                SymLongs x = sh.longs(16);
                for (int round = 1; round <= 20; round++) {
                    Team team = sh.world().splitStrided(0, 1, 4).orElseThrow();
                    SymLongs view = x.on(team.ctx());
                    for (int i = 0; i < 16; i++) view.p(i, round, (sh.myPe() + 2) % 4);
                    team.close();
                    for (int i = 0; i < 16; i++) assertEquals(round, x.get(i), "element " + i);
                    sh.barrierAll();
                }
            });
        }
    }

    class Interrupts extends InterruptContract implements OnFar {}

    class SeveralThreads extends ThreadContract implements OnFar {}
}

/// PEs that are threads on hosts of two or three, with an imitated network between these.
interface OnFar extends Backend {
    @Override
    default boolean isSampled() {
        return false;
    }

    @Override
    default void launch(int npes, Config config, Main main) {
        var shape = Settings.shape(npes, config.symmetricSize(), 0);
        var job = new FarJob(npes, shape.regionBytes(), false, 2, 3) {
            @Override
            public FarTransport attach(int pe) {
                FarTransport transport = super.attach(pe);
                prepare(transport);
                return transport;
            }
        };
        JobRun.run(npes, job, main);
    }

    /// Before a PE begins.
    default void prepare(FarTransport pe) {}
}
