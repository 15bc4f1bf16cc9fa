// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.concurrent.Executor;
import org.agrona.UnsafeApi;

/// Virtual threads that an executor of one's own carries, not the JDK's shared pool.
///
/// The JDK has no public way to choose the carrier of virtual threads. Its builder has a field for it, which Agrona's
/// accessors reach where the JVM exports the JDK's own, as the launcher and the tests start it.
public final class CarriedThreads {
    private static final long SCHEDULER =
            offset("java.lang.ThreadBuilders$VirtualThreadBuilder", "scheduler", Executor.class.getName());

    private CarriedThreads() {}

    /// The place of a field in objects of a class of the JDK; -1 if the class has no such field of this type, as in
    /// another JDK, and in a JVM that does not export the JDK's accessors.
    public static long offset(String name, String field, String type) {
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
}
