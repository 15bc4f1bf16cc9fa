// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.Config;
import org.jshmem.contract.ApiContract;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.CircleContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.NamesContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamCollectiveContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.ThreadContract;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.PeThreads;
import org.junit.jupiter.api.Nested;

/// The whole API on PEs that are threads over the real backend.
class ThreadsApiTest {

    private static void threads(int npes, Config config, ApiContract.Main main) {
        PeThreads.run(npes, config, pe -> main.run());
    }

    @Nested
    class Lifecycle extends LifecycleContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Heap extends HeapContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Rma extends RmaContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Atomics extends AtomicsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Waits extends WaitContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Teams extends TeamContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Arguments extends ArgumentsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Circles extends CircleContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Locks extends LockContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Collectives extends TeamCollectiveContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class Names extends NamesContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class SeveralThreads extends ThreadContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }

    @Nested
    class TransferArguments extends TransferArgumentsContract {
        @Override
        protected void launch(int npes, Config config, Main main) {
            threads(npes, config, main);
        }
    }
}
