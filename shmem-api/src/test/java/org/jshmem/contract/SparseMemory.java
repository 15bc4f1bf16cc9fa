// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jshmem.transport.Shape;

/// Zeroed memory of which only the pages that are used take time and room: an arena's own memory is written once over
/// when it is made, which took half the time of the collectives' tests.
@SuppressWarnings("restricted") // two functions of the C library
final class SparseMemory {
    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_AND_ANONYMOUS =
            0x4022; // and not reserved: most is never touched // of Linux, on x86-64 as on aarch64
    private static final MethodHandle MMAP = function(
            "mmap",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG));
    private static final MethodHandle MUNMAP = function(
            "munmap", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    private SparseMemory() {}

    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    /// The address of so many bytes, a multiple of [Shape#ALIGNMENT]; they live as long as `arena`.
    static long of(long bytes, Arena arena) {
        try {
            long whole = Math.addExact(bytes, Shape.ALIGNMENT);
            long address = (long) MMAP.invokeExact(0L, whole, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
            if (address == -1) throw new OutOfMemoryError("mmap of " + whole + " bytes");
            MemorySegment.ofAddress(address).reinterpret(whole, arena, all -> unmap(all.address(), whole));
            return Shape.aligned(address);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void unmap(long address, long bytes) {
        try {
            int status = (int) MUNMAP.invokeExact(address, bytes);
            if (status != 0) throw new AssertionError("munmap of " + bytes + " bytes");
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
