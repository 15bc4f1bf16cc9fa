// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.concurrent.ThreadFactory;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportContract;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.transport.Shape;

/// The real backend keeps the contract with threads as PEs. `ContractIT` asks the same of processes.
class ShmThreadsTest extends TransportContract {

    @Override
    protected void run(int npes, Body body) throws Exception {
        Shape shape = new Shape(npes, START, START, BYTES, 0);
        try (LocalJob job = LocalJob.create(Settings.FOLDER, shape);
                Carriers carriers = carriers(job, npes)) {
            ThreadFactory kind = carriers == null ? Thread.ofPlatform().factory() : carriers;
            Control control = job.file().control();
            Threads.transports(npes, kind, job::attach, body, (_, pe) -> control.fail(pe, 1));
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
}
