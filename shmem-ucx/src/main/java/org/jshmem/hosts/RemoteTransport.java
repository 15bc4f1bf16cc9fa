// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import org.jshmem.PeerFailedException;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportLayer;
import org.jshmem.transport.Wait;

/// The transport of one PE of a job on several hosts: shared memory to the PEs of its host, messages to all others.
///
/// A wait is a wait for memory of this host, which makes [Progress] for the messages of other hosts. It first executes
/// the messages that have arrived, and often ends there, before a longer wait is set up.
final class RemoteTransport extends TransportLayer {
    private final Worker worker;
    private final RemoteChannel channel;

    RemoteTransport(Transport near, Worker worker) {
        super(near);
        this.worker = worker;
        this.channel = new RemoteChannel(this, near.channel(), worker);
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return new RemoteChannel(this, inner.open(), worker);
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        if (wait.holds()) return true;
        worker.progress.look();
        return wait.holds() || inner.await(offset, bytes, wait);
    }

    @Override
    public void sleep(long nanos) {
        worker.progress.look();
        inner.sleep(nanos);
    }

    @Override
    public void leave() {
        try {
            worker.leave(inner);
        } catch (PeerFailedException | JobEnd e) {
            // the job is ended: no PE waits for this one's messages any more
        }
        inner.leave();
    }
}
