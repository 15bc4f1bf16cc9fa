// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.EveryNameContract;
import org.jshmem.contract.HandleNamesContract;
import org.jshmem.contract.HangReportContract;
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
import org.jshmem.runtime.InProcessJob;
import org.junit.jupiter.api.Test;

/// The whole API on PEs that are threads over the real backend.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class ThreadsApiIT {

    class Lifecycle extends LifecycleContract implements OnThreads {

        @Test
        void whatAProgramAsksForOfAJobInOneJvmIsGivenOrRefused() {
            Config asked = new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ofSeconds(60));
            Shmem.runInProcess(2, asked, (sh, a) -> assertEquals(1 << 20, sh.heapSize()));
            var more = new Config(2 << 20, ThreadLevel.SINGLE, Duration.ZERO);
            assertEquals(
                    "PE 0/1: the program's Config asks for a heap of 2097152 bytes, and the job has 1048576; start it with --heap 2m or SHMEM_SYMMETRIC_SIZE=2m, or give the Config to runInProcess",
                    refusal(asked, more));
        }

        @Test
        void whatAPeOfThisJvmThrowsSaysWhichPeItWas() {
            var why = assertThrows(
                    ArithmeticException.class,
                    () -> Shmem.runInProcess(3, (sh, a) -> {
                        if (sh.myPe() == 1) throw new ArithmeticException("one");
                        sh.barrierAll();
                    }));
            assertEquals("one", why.getMessage());
            assertEquals("thrown by PE 1/3", why.getSuppressed()[0].toString());
        }

        private String refusal(Config made, Config asked) {
            return assertThrows(
                            IllegalStateException.class,
                            () -> launch(1, made, () -> {
                                Shmem.init(made).close();
                                Shmem.init(asked);
                            }))
                    .getMessage();
        }
    }

    class Heap extends HeapContract implements OnThreads {}

    class Rma extends RmaContract implements OnThreads {}

    class Atomics extends AtomicsContract implements OnThreads {}

    class Waits extends WaitContract implements OnThreads {}

    class NamedObjects extends NamedObjectContract implements OnThreads {}

    class HangReports extends HangReportContract implements OnThreads {}

    class Teams extends TeamContract implements OnThreads {}

    class Movement extends TeamMovementContract implements OnThreads {}

    class Arithmetic extends TeamArithmeticContract implements OnThreads {}

    class Refusals extends TeamRefusalContract implements OnThreads {}

    class Arguments extends ArgumentsContract implements OnThreads {}

    class Locks extends LockContract implements OnThreads {}

    class Mailboxes extends MailboxContract implements OnThreads {}

    class Names extends NamesContract implements OnThreads {}

    class EveryName extends EveryNameContract implements OnThreads {}

    class HandleNames extends HandleNamesContract implements OnThreads {}

    class Interrupts extends InterruptContract implements OnThreads {}

    class SeveralThreads extends ThreadContract implements OnThreads {

        @Test
        void theThreadsThatAConfigAllowsAreAllowedInOneJvm() {
            Shmem.runInProcess(2, CONFIG, (sh, a) -> cross(sh, true));
        }
    }
}

interface OnThreads extends Backend {
    @Override
    default boolean isSampled() {
        return false;
    }

    @Override
    default void launch(int npes, Config config, Main main) {
        InProcessJob.run(npes, config, pe -> main.run());
    }
}
