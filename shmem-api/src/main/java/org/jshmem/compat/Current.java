// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;

/// The PE of the calling code, for the C names, which take no handle.
final class Current {
    private static final ShmemProvider PROVIDER = ShmemProvider.get();

    private Current() {}

    static void start() {
        PROVIDER.start();
    }

    static Shmem pe() {
        return PROVIDER.current();
    }
}
