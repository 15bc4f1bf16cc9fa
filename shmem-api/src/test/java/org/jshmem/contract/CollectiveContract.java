// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.collective.Group;
import org.jshmem.collective.Operation;
import org.jshmem.collective.SystemLayout;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every backend's collectives have to do. A backend says how to run PEs; the rest is the same for all.
@Timeout(60)
public abstract class CollectiveContract {
    /// Symmetric bytes behind the system area that the tests use.
    protected static final long HEAP = 8 << 20;

    /// One PE of a test; its world slot is prepared on every PE before it runs.
    @FunctionalInterface
    public interface Body {
        /// Runs with this PE's transport.
        void run(Transport transport) throws Exception;
    }

    /// Runs `body` on `npes` PEs with regions of `regionBytes`, each after `Group.prepare` of the world slot, and
    /// throws
    /// what one of them threw.
    protected abstract void run(int npes, long regionBytes, Body body) throws Exception;

    /// What one PE of a group does.
    @FunctionalInterface
    protected interface Member {
        /// Runs with the world group and the offset of the heap.
        void run(Group world, long heap) throws Exception;
    }

    /// Runs `member` on `npes` PEs.
    protected final void world(int npes, Member member) throws Exception {
        long system = SystemLayout.bytes(npes);
        run(npes, system + HEAP, t -> member.run(Group.world(t, Watch.NONE), system));
    }

    @Test
    void syncReleasesNobodyBeforeTheLastArrives() throws Exception {
        for (int npes : List.of(1, 2, 3, 5, 8)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport();
                for (int round = 1; round <= 200; round++) {
                    t.store(t.pe(), heap, 8, round);
                    g.sync(Operation.SYNC);
                    for (int pe = 0; pe < npes; pe++) assertTrue(t.load(pe, heap, 8) >= round, "PE " + pe + " late");
                    g.sync(Operation.SYNC);
                }
            });
        }
    }

    private static String thrownBy(Runnable call) {
        try {
            call.run();
        } catch (CollectiveMismatchException e) {
            return e.getMessage();
        }
        return "nothing was thrown";
    }

    @Test
    void differentCallsThrowOnEveryMember() throws Exception {
        for (int npes : List.of(2, 3, 5)) {
            world(npes, (g, heap) -> {
                g.sync(Operation.SYNC);
                Operation mine = g.me() == npes - 1 ? Operation.FINALIZE : Operation.BARRIER;
                String text = thrownBy(() -> {
                    g.sync(mine);
                    g.sync(Operation.SYNC);
                });
                assertTrue(text.contains("call 2 of the world team is"), text);
                assertTrue(text.contains("finalize() on PE " + (npes - 1)), text);
                assertTrue(text.contains("barrier() on PE "), text);
                assertTrue(text.startsWith("PE " + g.me() + "/" + npes + ": "), text);
                assertEquals(text, thrownBy(() -> g.sync(Operation.SYNC)), "the team has failed for good");
            });
        }
    }

    @Test
    void differentArgumentsThrowOnEveryMember() throws Exception {
        world(3, (g, heap) -> {
            String text = thrownBy(() -> {
                g.sync(Operation.ALLOCATE, g.me() == 1 ? 4096 : 8192, 8, 0);
                g.sync(Operation.SYNC);
            });
            assertTrue(text.contains("allocate(bytes=4096, align=8) on PE 1"), text);
            assertTrue(text.contains("allocate(bytes=8192, align=8) on PE"), text);
        });
    }
}
