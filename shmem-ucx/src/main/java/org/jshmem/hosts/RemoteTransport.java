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
/// A wait makes progress for the messages of other hosts. Once it sleeps, the progress thread does, and its handlers
/// wake the PE as a PE of the same host would.
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
    public boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        try (var _ = progressUntil(condition)) {
            return inner.awaitAny(offset, bytes, condition, wait);
        }
    }

    @Override
    public void sleep(long nanos) {
        worker.beginWait().close();
        try (var _ = worker.progress.beginSleep()) {
            inner.sleep(nanos);
        }
    }

    /// Makes progress until a condition holds, or until the caller had better sleep: then returns the begun sleep, else
    /// null.
    private Progress.Call progressUntil(Condition condition) {
        if (condition.holds()) return null;
        try (var _ = worker.beginWait()) {
            for (int idle = 0; idle >= 0; idle = worker.progress.turnOfWait(idle)) if (condition.holds()) return null;
        }
        return worker.progress.beginSleep();
    }

    @Override
    public void leave() {
        try {
            worker.leave();
        } catch (PeerFailedException | JobEnd e) {
            // the job is ended: no PE waits for this one's messages any more
        }
        inner.leave();
    }
}
