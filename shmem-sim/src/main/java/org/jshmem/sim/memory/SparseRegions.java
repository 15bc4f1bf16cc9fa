// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.SymmetricHeapException;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;

/// The memory of all simulated PEs: real memory, page-aligned. The system backs only touched pages with memory.
final class SparseRegions implements AutoCloseable {
    /*
     * On Linux, one anonymous private mapping without reservation, so that 244 heaps of 64 MiB take only the memory that the
     * program writes to. From offset `fresh[pe]` on the PE's memory has never been used, so it is zero as the system
     * made it.
     */
    private static final int READ_WRITE = 1 | 2;
    private static final int PRIVATE_ANONYMOUS_NORESERVE = 0x2 | 0x20 | 0x4000;

    private final Arena arena;
    private final long base;
    final long regionBytes; // of each region, whole pages
    private final long stride;
    private final long[] fresh;

    SparseRegions(int pes, long regionBytes) {
        this.regionBytes = Shape.pages(regionBytes);
        stride = Shape.aligned(regionBytes);
        long total;
        try {
            total = Math.addExact(Math.multiplyExact(stride, pes), Shape.ALIGNMENT);
        } catch (ArithmeticException e) {
            throw tooMuch(pes + " times " + stride);
        }
        arena = Arena.ofShared();
        fresh = new long[pes];
        base = Shape.aligned(map(total));
    }

    private static SymmetricHeapException tooMuch(String bytes) {
        return new SymmetricHeapException("the system gives no " + bytes
                + " bytes of address space for the heaps of all PEs; lower --heap or -np");
    }

    @SuppressWarnings("restricted") // only to unmap it with the arena
    private long map(long bytes) {
        if (!System.getProperty("os.name").equals("Linux")) return mapFile(bytes);
        long address = CFunction.named("mmap").call(0, bytes, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE, -1, 0);
        if (address == -1) throw tooMuch(Long.toString(bytes));
        CFunction unmap = CFunction.named("munmap");
        MemorySegment.ofAddress(address)
                .reinterpret(bytes, arena, gone -> unmap.call(gone.address(), bytes, 0, 0, 0, 0));
        return address;
    }

    /// Maps a sparse temporary file, which costs writes to a disk, but no call of the C library.
    private long mapFile(long bytes) {
        boolean interrupted = Thread.interrupted(); // an interrupt would close the channel
        try {
            Path file = Files.createTempFile("jshmem", null);
            try (var channel = FileChannel.open(file, READ, WRITE, SPARSE, DELETE_ON_CLOSE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena)
                        .address();
            }
        } catch (IOException e) {
            throw tooMuch(bytes + " (" + e.getMessage() + ")");
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    long address(int pe, long offset) {
        return base + pe * stride + offset;
    }

    /// Zeroes the bytes of a range that were used before; the others are zero already.
    void zero(int pe, long offset, long bytes) {
        long used = Math.min(bytes, fresh[pe] - offset);
        if (used > 0) Memory.zero(address(pe, offset), used);
        fresh[pe] = Math.max(fresh[pe], offset + bytes);
    }

    @Override
    public void close() {
        arena.close();
    }
}
