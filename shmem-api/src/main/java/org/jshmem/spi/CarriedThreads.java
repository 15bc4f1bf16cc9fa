// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;

/// Virtual threads that an executor of one's own carries, not the JDK's shared pool.
///
/// The JDK has no public way to choose the carrier of virtual threads. Its own tests have a constructor for it, which
/// is accessible where the JVM was started with `--add-opens java.base/java.lang=ALL-UNNAMED`, as the launcher and the
/// tests start it.
public final class CarriedThreads {
    private static final Constructor<?> BUILDER = builder();

    private CarriedThreads() {}

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
