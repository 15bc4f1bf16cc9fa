// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import org.agrona.UnsafeApi;

/// The stack that a virtual thread leaves in the heap while it does not run, in a `jdk.internal.vm.StackChunk`.
final class ParkedStack {
    private static final long CONTINUATION = offset("java.lang.VirtualThread", "cont");
    private static final long CHUNK = offset("jdk.internal.vm.Continuation", "tail");
    private static final long TOP = offset("jdk.internal.vm.StackChunk", "sp");
    private static final long BOTTOM = offset("jdk.internal.vm.StackChunk", "bottom");
    private static final long PARENT = offset("jdk.internal.vm.StackChunk", "parent");

    private ParkedStack() {}

    /// The place of a field, or -1 in another JDK and in a JVM that does not open the JDK's internal accessors.
    private static long offset(String type, String field) {
        try {
            return UnsafeApi.objectFieldOffset(Class.forName(type).getDeclaredField(field));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return -1;
        }
    }

    /// The bytes that come back at the next step of a virtual thread, as far as this JVM tells; 0 for no thread.
    static long bytes(Thread virtual) {
        if (virtual == null || CONTINUATION < 0 || CHUNK < 0 || TOP < 0 || BOTTOM < 0 || PARENT < 0) return 0;
        Object chunk = UnsafeApi.getReference(UnsafeApi.getReference(virtual, CONTINUATION), CHUNK);
        int words = 0;
        for (; chunk != null && words == 0; chunk = UnsafeApi.getReference(chunk, PARENT)) {
            words = UnsafeApi.getInt(chunk, BOTTOM) - UnsafeApi.getInt(chunk, TOP);
        }
        return (long) words * Long.BYTES;
    }
}
