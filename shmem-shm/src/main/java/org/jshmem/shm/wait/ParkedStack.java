// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import org.agrona.UnsafeApi;
import org.jshmem.spi.CarriedThreads;

/// The stack that a virtual thread leaves in the heap while it does not run, in a `jdk.internal.vm.StackChunk`.
final class ParkedStack {
    private static final String THREAD = "java.lang.VirtualThread";
    private static final String STATE = "jdk.internal.vm.Continuation";
    private static final String STACK = "jdk.internal.vm.StackChunk";
    private static final long CONTINUATION = CarriedThreads.offset(THREAD, "cont", STATE);
    private static final long CHUNK = CarriedThreads.offset(STATE, "tail", STACK);
    private static final long TOP = CarriedThreads.offset(STACK, "sp", "int");
    private static final long BOTTOM = CarriedThreads.offset(STACK, "bottom", "int");
    private static final long PARENT = CarriedThreads.offset(STACK, "parent", STACK);

    private ParkedStack() {}

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
