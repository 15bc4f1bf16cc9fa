// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// Whether loops can run in vector registers. Where the JVM was not started with the module that they need, it is
/// loaded when first asked for: a JVM that starts with an incubator module (`--add-modules`) cannot use the archived
/// graph of modules and takes 25 ms longer, which a PE that never combines a long array should not pay.
/*
 * The JDK's own way to load one of its modules late (agents come so), into the loader that `--add-modules` would have
 * used, so that the compiler treats its classes alike. It needs `--add-exports java.base/jdk.internal.module=ALL-UNNAMED`,
 * which launchers pass; without it, and on a JDK that has no such way, loops are scalar.
 */
public final class Vectors {
    private static final String MODULE = "jdk.incubator.vector";

    /// Whether they can.
    public static final boolean THERE = ModuleLayer.boot().findModule(MODULE).isPresent() || loaded();

    private Vectors() {}

    private static boolean loaded() {
        try {
            Class.forName("jdk.internal.module.Modules")
                    .getMethod("loadModule", String.class)
                    .invoke(null, MODULE);
            return true;
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }
}
