// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;
import org.agrona.UnsafeApi;

/// Virtual threads that an executor of one's own carries, not the JDK's shared pool.
///
/// The JDK has no public way to choose the carrier of virtual threads. Its own tests have a constructor for it, which
/// is accessible where the JVM was started with `--add-opens java.base/java.lang=ALL-UNNAMED`, as the launcher and the
/// tests start it.
public final class CarriedThreads {
    private static final Constructor<?> BUILDER = builder();

    private static final long CONTINUATION = offset("java.lang.VirtualThread", "cont");
    private static final long CHUNK = offset("jdk.internal.vm.Continuation", "tail");
    private static final long TOP = offset("jdk.internal.vm.StackChunk", "sp");
    private static final long BOTTOM = offset("jdk.internal.vm.StackChunk", "bottom");
    private static final long PARENT = offset("jdk.internal.vm.StackChunk", "parent");

    private CarriedThreads() {}

    private static long offset(String type, String field) {
        try {
            return UnsafeApi.objectFieldOffset(Class.forName(type).getDeclaredField(field));
        } catch (ReflectiveOperationException | RuntimeException | IllegalAccessError e) {
            return -1;
        }
    }

    /// The bytes of stack that a virtual thread which does not run has left in the heap, of those that come back at its
    /// next step; 0 where this JVM does not tell.
    public static long stackBytes(Thread virtual) {
        if (virtual == null || CONTINUATION < 0 || CHUNK < 0 || TOP < 0 || BOTTOM < 0 || PARENT < 0) return 0;
        Object chunk = UnsafeApi.getReference(UnsafeApi.getReference(virtual, CONTINUATION), CHUNK);
        int words = 0;
        for (; chunk != null && words == 0; chunk = UnsafeApi.getReference(chunk, PARENT)) {
            words = UnsafeApi.getInt(chunk, BOTTOM) - UnsafeApi.getInt(chunk, TOP);
        }
        return (long) words * Long.BYTES;
    }

    private static Constructor<?> builder() {
        try {
            Constructor<?> made = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            made.setAccessible(true);
            return made;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // not opened, or another JDK
        }
    }

    /// Whether this JVM lets an executor carry virtual threads.
    public static boolean arePossible() {
        return BUILDER != null;
    }

    /// A builder of virtual threads that `carrier` runs; the JDK's own builder where that is impossible.
    public static Thread.Builder.OfVirtual on(Executor carrier) {
        try {
            return BUILDER == null ? Thread.ofVirtual() : (Thread.Builder.OfVirtual) BUILDER.newInstance(carrier);
        } catch (ReflectiveOperationException e) {
            return Thread.ofVirtual();
        }
    }
}
