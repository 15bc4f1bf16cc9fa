// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Shmem;

/// Prints the jars of the classes that its arguments name.
public class WhereFrom {
    private WhereFrom() {}

    public static void main(String[] args) {
        Shmem.run(args, (_, names) -> {
            for (String name : names) {
                var source = Class.forName(name).getProtectionDomain().getCodeSource();
                System.out.println(source.getLocation().getPath());
            }
        });
    }
}
