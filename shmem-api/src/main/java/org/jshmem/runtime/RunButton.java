// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.transport.Shape;

/// The property by which a program runs as several PEs without a launcher: from the Run button of an IDE, whose JVM
/// options are all that the program's author sets.
final class RunButton {
    private static final String PROPERTY = "jshmem.pes";

    private RunButton() {}

    static boolean isSet() {
        return System.getProperty(PROPERTY) != null;
    }

    /// Returns the number of PEs, and prints what follows from it.
    static int pes() {
        String value = System.getProperty(PROPERTY);
        int pes = value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0;
        if (pes < 1 || pes > Shape.MOST_PES) {
            throw new IllegalArgumentException(
                    "-D%s=%s is not a number of PEs; use 1 to %d".formatted(PROPERTY, value, Shape.MOST_PES));
        }
        String several = pes + " PEs are threads of this JVM and share static fields; oshrun -np %d gives each its own";
        String what = pes == 1 ? "1 PE is a thread of this JVM; oshrun -np %d gives it a process" : several;
        System.err.printf("jshmem: -D%s=%d: " + what + "%n", PROPERTY, pes, pes);
        return pes;
    }

    /// Refuses an init outside [org.jshmem.Shmem#run], which would be PE 0 of 1.
    static void refuseInit() {
        if (!isSet()) return;
        throw new IllegalStateException(
                "-D%s=%s starts PEs in Shmem.run alone; call Shmem.run(args, body) instead of init, or start the program with oshrun -np N"
                        .formatted(PROPERTY, System.getProperty(PROPERTY)));
    }
}
