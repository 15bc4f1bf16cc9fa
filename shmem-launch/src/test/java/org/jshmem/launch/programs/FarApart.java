// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Cmp;
import org.jshmem.Shmem;

/// PE 0 and the PE in the middle make calls that do not match, and all others wait for a signal that no PE sends.
public final class FarApart {
    private FarApart() {}

    /// Runs as any number of PEs from 3 on.
    public static void main(String[] args) {
        Shmem.run(args, (sh, own) -> {
            var never = sh.signal();
            if (sh.myPe() == 0) sh.barrierAll();
            else if (sh.myPe() == sh.nPes() / 2) sh.syncAll();
            else never.waitUntil(Cmp.EQ, 1);
        });
    }
}
