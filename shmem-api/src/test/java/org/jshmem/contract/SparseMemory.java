// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Shape;

/// Zeroed memory of which only the pages that are used take time and room: an arena's own memory is written once over
/// when it is made, which took half the time of the collectives' tests.
@SuppressWarnings("restricted") // memory of an address
final class SparseMemory {
    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_AND_ANONYMOUS = 0x4022; // and not reserved, of Linux, on x86-64 as on aarch64

    private static final CFunction MMAP = CFunction.named("mmap");
    private static final CFunction MUNMAP = CFunction.named("munmap");

    private SparseMemory() {}

    /// The address of so many bytes, a multiple of [Shape#ALIGNMENT]; they live as long as `arena`.
    static long of(long bytes, Arena arena) {
        long whole = Math.addExact(bytes, Shape.ALIGNMENT);
        long address = MMAP.call(0, whole, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0);
        if (address == -1) throw new OutOfMemoryError("mmap of " + whole + " bytes");
        MemorySegment.ofAddress(address).reinterpret(whole, arena, all -> unmap(all.address(), whole));
        return Shape.aligned(address);
    }

    private static void unmap(long address, long bytes) {
        if ((int) MUNMAP.call(address, bytes) != 0) throw new AssertionError("munmap of " + bytes + " bytes");
    }
}
