// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import org.jshmem.shm.RemoteLayer;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Transport;

/// The messages between hosts by UCX.
public final class UcxLayer implements RemoteLayer {
    private Worker worker;

    /// For [RemoteLayer#find].
    public UcxLayer() {}

    private synchronized Worker worker() {
        if (worker == null) worker = new Worker(UcxFabric::new);
        return worker;
    }

    @Override
    public String missing() {
        return UcxLibrary.missing();
    }

    @Override
    public String version() {
        return Ucx.version();
    }

    @Override
    public byte[] address() {
        return worker().fabric.address();
    }

    @Override
    public synchronized Transport over(Transport near, JobFile file) {
        if (worker().hosts == null) worker.begin(new Hosts(near, file));
        return new RemoteTransport(near, worker());
    }
}
