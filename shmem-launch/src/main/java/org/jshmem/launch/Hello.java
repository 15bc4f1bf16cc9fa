// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import org.jshmem.Shmem;

/// The built-in program `hello`: every PE says who it is, then all meet in a barrier.
public final class Hello {
    private Hello() {}

    /// Says hello.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            System.out.println("Hello from PE " + sh.myPe() + " of " + sh.nPes());
            sh.barrierAll();
        });
    }
}
