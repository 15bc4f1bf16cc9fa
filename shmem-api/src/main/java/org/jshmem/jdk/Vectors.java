// SPDX-License-Identifier: Apache-2.0
package org.jshmem.jdk;

/// The availability of vector registers for loops. If the JVM was started without the module that they need, it is
/// loaded at the first use of this class. A JVM that starts with an incubator module (`--add-modules`) cannot use
/// the archived graph of modules and takes 25 ms longer. A PE that combines little should not pay for that.
/*
 * The JDK loads modules late in this way itself, for agents. The module gets the loader that `--add-modules` would
 * have used, so that the compiler treats its classes alike. It needs `--add-exports
 * java.base/jdk.internal.module=ALL-UNNAMED`, which launchers pass. Without this option, and on a JDK without this
 * method, loops are scalar.
 */
public final class Vectors {
    private static final String MODULE = "jdk.incubator.vector";

    /// Whether loops can use vector registers.
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
