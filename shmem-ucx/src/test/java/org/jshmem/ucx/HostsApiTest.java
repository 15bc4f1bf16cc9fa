// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.CircleContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TeamRefusalContract;
import org.jshmem.contract.ThreadContract;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransferArgumentsContract;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.Settings;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Nested;

/// The whole API on two hosts, PEs dealt in turn, over a wire that delays and reorders.
class HostsApiTest {

    private interface OnHosts extends Backend {
        @Override
        default void launch(int npes, Config config, Main main) throws Exception {
            var shape = Settings.shape(npes, config.symmetricSize(), 0);
            try (var job = new HostsJob(shape, HostsJob.dealt(npes, 2), new UnrulyNet(npes)::wire)) {
                var failure = new AtomicReference<Throwable>();
                var heard = new AtomicReference<PeerFailedException>();
                Threads.run(
                        npes,
                        pe -> {
                            try {
                                one(job, pe, main, failure);
                            } catch (PeerFailedException e) {
                                heard.set(e); // of another PE, which says itself why
                            }
                        },
                        failure);
                if (heard.get() != null) throw heard.get();
            }
        }

        /// What the first PE to fail threw is known before the others hear of it.
        private static void one(HostsJob job, int pe, Main main, AtomicReference<Throwable> failure) throws Exception {
            Transport transport = job.attach(pe);
            try {
                Binding.call(transport, () -> {
                    main.run();
                    return null;
                });
            } catch (JobEnd e) {
                if (e.getCause() instanceof Exception why) throw why;
                if (e.getCause() instanceof Error why) throw why;
                if (e.status() != 0) throw new IllegalStateException(e);
            } catch (PeerFailedException e) {
                throw e;
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                job.fail(pe);
                throw e;
            }
        }
    }

    @Nested
    class Lifecycle extends LifecycleContract implements OnHosts {}

    @Nested
    class Heap extends HeapContract implements OnHosts {}

    @Nested
    class Rma extends RmaContract implements OnHosts {}

    @Nested
    class Atomics extends AtomicsContract implements OnHosts {}

    @Nested
    class Waits extends WaitContract implements OnHosts {}

    @Nested
    class Teams extends TeamContract implements OnHosts {}

    @Nested
    class Movement extends TeamMovementContract implements OnHosts {}

    @Nested
    class Arithmetic extends TeamArithmeticContract implements OnHosts {}

    @Nested
    class Refusals extends TeamRefusalContract implements OnHosts {}

    @Nested
    class TransferArguments extends TransferArgumentsContract implements OnHosts {}

    @Nested
    class Circles extends CircleContract implements OnHosts {}

    @Nested
    class Locks extends LockContract implements OnHosts {}

    @Nested
    class SeveralThreads extends ThreadContract implements OnHosts {}
}
