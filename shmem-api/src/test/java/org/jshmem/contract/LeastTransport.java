// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The least backend: the twelve duties of the seam, passed on to another one, and the defaults for all others.
public final class LeastTransport implements Transport {
    private final Transport inner;
    private final Channel channel = new LeastChannel();

    /// A backend whose duties `inner` does.
    public LeastTransport(Transport inner) {
        this.inner = inner;
    }

    @Override
    public int pe() {
        return inner.pe();
    }

    @Override
    public int npes() {
        return inner.npes();
    }

    @Override
    public long regionBytes() {
        return inner.regionBytes();
    }

    @Override
    public long address(int pe, long offset) {
        return inner.address(pe, offset);
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        return inner.await(offset, bytes, wait);
    }

    @Override
    public Error abort(int status, Throwable why) {
        return inner.abort(status, why);
    }

    private final class LeastChannel implements Channel {
        @Override
        public Transport transport() {
            return LeastTransport.this;
        }

        @Override
        public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
            inner.channel().put(pe, offset, src, from, bytes);
        }

        @Override
        public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
            inner.channel().get(pe, offset, dst, to, bytes);
        }

        @Override
        public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
            return inner.channel().atomic(op, pe, offset, width, operand, expected);
        }

        @Override
        public void quiet() {
            inner.channel().quiet();
        }
    }
}
