// SPDX-License-Identifier: Apache-2.0
package org.jshmem.jdk;

import java.util.concurrent.Executor;
import org.agrona.UnsafeApi;

/// Virtual threads that an executor of one's own carries, not the JDK's shared pool.
///
/// The JDK has no public way to choose the carrier of virtual threads. Its builder has a field for it, which Agrona's
/// accessors reach where the JVM exports the JDK's own, as the launcher and the tests start it. A thread that does not
/// run has its stack in chunks in the heap.
public final class CarriedThreads {
    private static final String STATE = "jdk.internal.vm.Continuation";
    private static final String CHUNK = "jdk.internal.vm.StackChunk";
    private static final long SCHEDULER =
            offset("java.lang.ThreadBuilders$VirtualThreadBuilder", "scheduler", Executor.class.getName());

    private static final long CONTINUATION = offset("java.lang.VirtualThread", "cont", STATE);
    private static final long LAST = offset(STATE, "tail", CHUNK);
    private static final long TOP = offset(CHUNK, "sp", "int");
    private static final long BOTTOM = offset(CHUNK, "bottom", "int");
    private static final long PARENT = offset(CHUNK, "parent", CHUNK);

    private CarriedThreads() {}

    /// The place of a field in objects of a class of the JDK; -1 if the class has no such field of this type, as in
    /// another JDK, and in a JVM that does not export the JDK's accessors.
    private static long offset(String name, String field, String type) {
        try {
            var found = Class.forName(name).getDeclaredField(field);
            return found.getType().getName().equals(type) ? UnsafeApi.objectFieldOffset(found) : -1;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return -1;
        }
    }

    /// Whether this JVM lets an executor carry virtual threads.
    public static boolean arePossible() {
        return SCHEDULER >= 0;
    }

    /// A builder of virtual threads that `carrier` runs; the JDK's own builder where that is impossible.
    public static Thread.Builder.OfVirtual on(Executor carrier) {
        Thread.Builder.OfVirtual builder = Thread.ofVirtual();
        if (arePossible()) UnsafeApi.putReference(builder, SCHEDULER, carrier);
        return builder;
    }

    /// The bytes of stack that come back at the next step of a virtual thread, as far as this JVM tells; 0 for no
    /// thread.
    public static long parkedBytes(Thread virtual) {
        if (virtual == null || CONTINUATION < 0 || LAST < 0 || TOP < 0 || BOTTOM < 0 || PARENT < 0) return 0;
        Object chunk = UnsafeApi.getReference(UnsafeApi.getReference(virtual, CONTINUATION), LAST);
        int words = 0;
        for (; chunk != null && words == 0; chunk = UnsafeApi.getReference(chunk, PARENT)) {
            words = UnsafeApi.getInt(chunk, BOTTOM) - UnsafeApi.getInt(chunk, TOP);
        }
        return (long) words * Long.BYTES;
    }
}
