// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.List;

/// A transport over another one. It passes on every call that its subclass does not handle itself.
public abstract class TransportLayer implements Transport {
    /// The transport below.
    protected final Transport inner;

    /// A layer over `inner`.
    protected TransportLayer(Transport inner) {
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
    public Reach reach(int pe) {
        return inner.reach(pe);
    }

    @Override
    public Topology topology() {
        return inner.topology();
    }

    @Override
    public String machine() {
        return inner.machine();
    }

    @Override
    public void limitWaits(long nanos) {
        inner.limitWaits(nanos);
    }

    @Override
    public boolean virtualTime() {
        return inner.virtualTime();
    }

    @Override
    public Observer observer() {
        return inner.observer();
    }

    @Override
    public long regionBytes() {
        return inner.regionBytes();
    }

    @Override
    public List<MemorySpace> spaces() {
        return inner.spaces();
    }

    @Override
    public void back(long offset, long bytes, long zeroed) {
        inner.back(offset, bytes, zeroed);
    }

    @Override
    public long address(int pe, long offset) {
        return inner.address(pe, offset);
    }

    @Override
    public DirectAccess direct() {
        return inner.direct();
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        return inner.await(offset, bytes, wait);
    }

    @Override
    public long nanoTime() {
        return inner.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        inner.sleep(nanos);
    }

    @Override
    public void enter() {
        inner.enter();
    }

    @Override
    public void leave() {
        inner.leave();
    }

    @Override
    public void exits() {
        inner.exits();
    }

    @Override
    public Error abort(int status, Throwable why) {
        return inner.abort(status, why);
    }
}
