// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.Config;
import org.jshmem.contract.ArgumentsContract;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.CircleContract;
import org.jshmem.contract.EveryNameContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.NamesContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.ThreadContract;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.PeThreads;
import org.junit.jupiter.api.Nested;

/// The whole API on PEs that are threads over the real backend.
class ThreadsApiTest {

    private interface OnThreads extends Backend {
        @Override
        default void launch(int npes, Config config, Main main) {
            PeThreads.run(npes, config, pe -> main.run());
        }
    }

    @Nested
    class Lifecycle extends LifecycleContract implements OnThreads {}

    @Nested
    class Heap extends HeapContract implements OnThreads {}

    @Nested
    class Rma extends RmaContract implements OnThreads {}

    @Nested
    class Atomics extends AtomicsContract implements OnThreads {}

    @Nested
    class Waits extends WaitContract implements OnThreads {}

    @Nested
    class Teams extends TeamContract implements OnThreads {}

    @Nested
    class Movement extends TeamMovementContract implements OnThreads {}

    @Nested
    class Arithmetic extends TeamArithmeticContract implements OnThreads {}

    @Nested
    class Refusals extends TeamRefusalContract implements OnThreads {}

    @Nested
    class Arguments extends ArgumentsContract implements OnThreads {}

    @Nested
    class TransferArguments extends TransferArgumentsContract implements OnThreads {}

    @Nested
    class Circles extends CircleContract implements OnThreads {}

    @Nested
    class Locks extends LockContract implements OnThreads {}

    @Nested
    class Names extends NamesContract implements OnThreads {}

    @Nested
    class EveryName extends EveryNameContract implements OnThreads {}

    @Nested
    class SeveralThreads extends ThreadContract implements OnThreads {}
}
