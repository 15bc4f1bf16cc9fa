// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;

/// Which PE the calling code is: names that take no handle have to ask.
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
