// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.function.Supplier;
import org.jshmem.transport.Channel;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportLayer;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// A transport that passes all calls to a backend, and records waits, sleeps and declared work.
/*
 * A wait is recorded when it begins, in time that the PE would spend waiting anyway, and gets its end later.
 */
final class TracedTransport extends TransportLayer {
    /// The detail of a wait for a condition over bytes, instead of a comparison.
    static final int CONDITION = 0xff;

    private final Recorder recorder;
    private final TracedChannel channel;

    TracedTransport(Transport inner, Recorder recorder) {
        super(inner);
        this.recorder = recorder;
        this.channel = new TracedChannel(this, inner.channel(), recorder);
    }

    @Override
    public Observer observer() {
        return recorder;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return new TracedChannel(this, inner.open(), recorder);
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        WordWait word = wait instanceof WordWait it ? it : null;
        int detail = word == null ? CONDITION : word.cmp.ordinal();
        long value = word == null ? 0 : word.value;
        return lasting(EventKind.WAIT, detail, offset, bytes, value, () -> inner.await(offset, bytes, wait));
    }

    @Override
    public void sleep(long nanos) {
        lasting(EventKind.SLEEP, 0, 0, 0, nanos, () -> {
            inner.sleep(nanos);
            return null;
        });
    }

    /// Performs an operation, which is recorded from its beginning on.
    private <T> T lasting(EventKind kind, int detail, long at, long bytes, long value, Supplier<T> operation) {
        long number = recorder.begin(kind, detail, pe(), at, bytes, value);
        try {
            return operation.get();
        } finally {
            recorder.end(number);
        }
    }

    @Override
    public DirectAccess direct() {
        return virtualTime() ? new TracedAccess(inner.direct(), channel, pe()) : inner.direct();
    }
}
