// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The built-in program `hello`: every PE prints its number, then all PEs meet in a barrier. As a service it is how the
/// launcher finds the program.
public final class Hello implements BuiltIns {
    /// For the service loader.
    public Hello() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("hello", Hello.class, "prints a line from every PE").usage(""));
    }

    /// Runs the program as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            System.out.println("Hello from PE " + sh.myPe() + " of " + sh.nPes());
            sh.barrierAll();
        });
    }
}
