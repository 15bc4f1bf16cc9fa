// SPDX-License-Identifier: Apache-2.0
package org.jshmem.jdk;

import java.lang.reflect.Field;
import java.util.concurrent.Executor;
import org.agrona.UnsafeApi;

/// Virtual threads that an executor of one's own carries, not the JDK's shared pool. The threads that such a thread
/// starts belong to the shared pool.
///
/// The JDK has no public way to choose the carrier of virtual threads. Its builder has a field for it, which Agrona's
/// accessors reach where the JVM exports the JDK's own, as the launcher and the tests start it. A thread that does not
/// run has its stack in chunks in the heap.
public final class CarriedThreads {
    private static final String STATE = "jdk.internal.vm.Continuation";
    private static final String CHUNK = "jdk.internal.vm.StackChunk";
    private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";
    private static final long ABSENT = -2;
    private static final long SCHEDULER = offset(BUILDER, "scheduler", Executor.class.getName());

    /// The JDK's shared pool; null if this JVM does not show it.
    private static final Executor SHARED = shared();

    private static final long CONTINUATION = offset("java.lang.VirtualThread", "cont", STATE);
    private static final long LAST = offset(STATE, "tail", CHUNK);
    private static final long TOP = offset(CHUNK, "sp", "int");
    private static final long BOTTOM = offset(CHUNK, "bottom", "int");
    private static final long PARENT = offset(CHUNK, "parent", CHUNK);

    private CarriedThreads() {}

    /// The place of a field in objects of a class of the JDK; `ABSENT` if the class has no such field of this type, as
    /// in another JDK, and -1 in a JVM that does not export the JDK's accessors.
    private static long offset(String name, String field, String type) {
        try {
            var found = Class.forName(name).getDeclaredField(field);
            return found.getType().getName().equals(type) ? UnsafeApi.objectFieldOffset(found) : ABSENT;
        } catch (ReflectiveOperationException e) {
            return ABSENT;
        } catch (RuntimeException | LinkageError e) {
            return -1;
        }
    }

    private static Executor shared() {
        try {
            Field pool = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
            return (Executor)
                    UnsafeApi.getReference(UnsafeApi.staticFieldBase(pool), UnsafeApi.staticFieldOffset(pool));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /// Whether this JVM lets an executor carry virtual threads.
    public static boolean arePossible() {
        return SCHEDULER >= 0 && SHARED != null;
    }

    /// Whether the JDK lacks a field that this takes: no JVM of it lets an executor carry virtual threads.
    public static boolean areMissing() {
        return SCHEDULER == ABSENT || SCHEDULER >= 0 && SHARED == null;
    }

    /// Makes a virtual thread that `carrier` runs; the JDK's shared pool runs it where that is impossible.
    public static Thread unstarted(String name, Executor carrier, Runnable body) {
        Thread.Builder.OfVirtual builder = Thread.ofVirtual().name(name);
        if (arePossible()) UnsafeApi.putReference(builder, SCHEDULER, new Scheduler(carrier));
        return builder.unstarted(body);
    }

    /// The scheduler of one thread, and of those that it starts: the JDK hands it down to them.
    private static final class Scheduler implements Executor {
        private final Executor carrier;

        /// The step of the thread itself: the JDK has one object for all steps of a thread, and the first is the start.
        private volatile Runnable own;

        Scheduler(Executor carrier) {
            this.carrier = carrier;
        }

        @Override
        public void execute(Runnable step) {
            if (own == null) own = step;
            (isOwn(step) ? carrier : SHARED).execute(step);
        }

        private boolean isOwn(Runnable step) {
            return step == own;
        }
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
