// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// A symmetric source and destination of equal size, both touched. All PEs make and close them together.
public record PairBuffers(SymMem source, SymMem destination) implements AutoCloseable {

    /// Bytes that alignment may take.
    public static final long SLACK = 16 * 1024;

    private static final long ALIGN = 4096;

    public PairBuffers(Shmem sh, long bytes) {
        this(sh.mem(bytes, ALIGN), sh.mem(bytes, ALIGN));
        source.local().fill((byte) (sh.myPe() + 1));
        destination.local().fill((byte) 0);
    }

    /// Copies `bytes` bytes by loads and stores, and declares them: those stored at `pe` if this PE puts, else those
    /// loaded from there.
    public void copy(MemorySegment from, MemorySegment to, long bytes, boolean put, int pe) {
        MemorySegment.copy(from, 0, to, 0, bytes);
        if (put) destination.stored(0, bytes, pe);
        else source.loaded(0, bytes, pe);
    }

    /// Fills the source of this PE with a value for this call.
    public void write(long bytes, long call) {
        source.local().asSlice(0, bytes).fill((byte) call);
    }

    /// Reads the destination of this PE, which its partner has filled for this call.
    public void check(int me, long bytes, long call) {
        MemorySegment found = destination.local();
        for (long i = 0; i < bytes; i++) {
            byte value = found.get(ValueLayout.JAVA_BYTE, i);
            if (value != (byte) call) throw FreshData.wrong(me, i, value, (byte) call);
        }
    }

    /// The data of one transfer, of which PEs at which something `arrives` read it.
    public FreshData fresh(int me, boolean arrives) {
        return new FreshData() {
            @Override
            public void write(long bytes, int call) {
                PairBuffers.this.write(bytes, call);
            }

            @Override
            public void check(long bytes, int call) {
                if (arrives) PairBuffers.this.check(me, bytes, call);
            }
        };
    }

    @Override
    public void close() {
        destination.free();
        source.free();
    }
}
