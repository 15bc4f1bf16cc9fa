// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Shmem;

/// Prints its folder, what its JVM was given, and the first argument; `forever` computes after that.
public final class Place {
    private Place() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(
                args,
                (sh, a) -> System.out.println(System.getProperty("user.dir") + " " + System.getProperty("jshmem.number")
                        + " " + System.getProperty("mine") + " " + a[0]));
        while (args[0].equals("forever")) Thread.onSpinWait();
    }
}
