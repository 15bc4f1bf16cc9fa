// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// Whether the library of UCX is there, for whoever is asked before a job needs it.
public final class UcxLibrary {
    private UcxLibrary() {}

    /// Why UCX cannot be used here, with what to do; null when it can.
    public static String missing() {
        return Ucx.missing();
    }

    /// Its version, such as 1.13.1.
    public static String version() {
        return Ucx.version();
    }
}
