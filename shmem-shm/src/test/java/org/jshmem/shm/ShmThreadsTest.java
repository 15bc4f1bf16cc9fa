// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportContract;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// The real backend keeps the contract with threads as PEs. `ContractIT` asks the same of processes.
class ShmThreadsTest extends TransportContract {

    @Override
    protected void run(int npes, Body body) throws Exception {
        Shape shape = new Shape(npes, START, START, BYTES, 0);
        try (LocalJob job = LocalJob.create(Settings.FOLDER, shape);
                Carriers carriers = carriers(job, npes)) {
            Threads.run(
                    npes,
                    new AtomicReference<>(),
                    carriers == null ? Thread.ofPlatform().factory() : carriers,
                    pe -> {
                        Transport transport = job.attach(pe);
                        transport.enter();
                        try {
                            body.run(transport);
                        } catch (Throwable e) {
                            tell(transport, e);
                            throw e;
                        }
                        transport.leave();
                    });
        }
    }

    /// The carriers of a job's PEs; null if each PE has a thread of its own.
    Carriers carriers(LocalJob job, int npes) {
        return null;
    }

    static Carriers carriersOf(LocalJob job, int npes, long stackBytes) {
        Control control = job.file().control();
        return new Carriers(control, 0, npes, 1, stackBytes, why -> control.fail(0, 1));
    }

    /// Ends the waits of the other PEs.
    private static void tell(Transport transport, Throwable e) {
        try {
            transport.abort(1, e);
        } catch (Throwable expected) {
            // abort throws where PEs are threads; what is thrown in the end is `e`
        }
    }
}
