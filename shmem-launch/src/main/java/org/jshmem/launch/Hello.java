// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import org.jshmem.Shmem;
import org.jshmem.start.BuiltIn;

/// The built-in program `hello`: every PE says who it is, then all meet in a barrier.
public final class Hello {
    private Hello() {}

    /// Says hello.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (a.length > 0) {
                refuse(sh, a[0]);
                return;
            }
            System.out.println("Hello from PE " + sh.myPe() + " of " + sh.nPes());
            sh.barrierAll();
        });
    }

    /// The other PEs return from the program and are ended by PE 0.
    private static void refuse(Shmem sh, String argument) {
        if (sh.myPe() != 0) return;
        System.err.println("hello: '" + argument + "' behind it is for nobody; options go before the program");
        System.err.flush();
        throw sh.globalExit(BuiltIn.REFUSED);
    }
}
