// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import org.jshmem.Shmem;

/// The built-in program `hello`: every PE prints its number, then all PEs meet in a barrier.
public final class Hello {
    private Hello() {}

    /// Runs the program as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            System.out.println("Hello from PE " + sh.myPe() + " of " + sh.nPes());
            sh.barrierAll();
        });
    }
}
