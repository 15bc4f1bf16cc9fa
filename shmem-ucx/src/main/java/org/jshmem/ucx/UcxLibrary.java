// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// The check whether the UCX library is installed, for the launcher before a job needs it.
public final class UcxLibrary {
    private UcxLibrary() {}

    /// The reason why UCX cannot be used here, with the remedy; null if it can be used.
    public static String missing() {
        return Ucx.missing();
    }

    /// The version of the library, such as 1.13.1.
    public static String version() {
        return Ucx.version();
    }
}
