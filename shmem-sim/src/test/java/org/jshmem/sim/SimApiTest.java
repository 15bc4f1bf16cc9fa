// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Config;
import org.jshmem.contract.ApiContract;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.CircleContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.Settings;
import org.jshmem.sim.machine.Machine;
import org.junit.jupiter.api.Nested;

/// The whole API on simulated PEs.
class SimApiTest {

    private static void simulate(int npes, Config config, ApiContract.Main main) {
        long nanos = config.timeout().toNanos();
        long bytes = Settings.shape(npes, config.symmetricSize(), nanos).regionBytes();
        try (Simulation sim =
                new Simulation(Job.of(Machine.named("knc"), npes, bytes).longestWait(nanos))) {
            sim.runProgram(main::run);
            sim.rethrow();
        }
    }

    @Nested
    class Lifecycle extends LifecycleContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Heap extends HeapContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Rma extends RmaContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Atomics extends AtomicsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Waits extends WaitContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Teams extends TeamContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Arguments extends ArgumentsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Circles extends CircleContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class Locks extends LockContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }

    @Nested
    class TransferArguments extends TransferArgumentsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            simulate(npes, config, main);
        }
    }
}
