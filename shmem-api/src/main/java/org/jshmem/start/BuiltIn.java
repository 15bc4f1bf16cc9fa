// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.IntToLongFunction;

/// A program that comes with the library: `oshrun -np N NAME` runs it.
///
/// @param name what the command line calls it
/// @param main the class whose `main(String[])` each PE runs
/// @param help what it does, in one line
/// @param alone whether it makes jobs of its own: then it runs as one PE where no number is given
/// @param heap bytes of symmetric heap that each PE needs in a job of so many PEs, where the command line gives no
/// size; 0 for the default
public record BuiltIn(String name, Class<?> main, String help, boolean alone, IntToLongFunction heap) {

    private static final IntToLongFunction USUAL = npes -> 0;

    /// The exit status of a built-in program that refuses its arguments, after it has printed the reason: the
    /// launcher adds no line.
    public static final int REFUSED = 2;

    /// The exit statuses of a benchmark that has named rows of its own that are not figures, or worse than before.
    private static final Set<Integer> NAMED = Set.of(4, 5);

    /// Whether a job that ended with this status did so because the built-in program of this main class refused, or
    /// gave its own reason.
    public static boolean hasRefused(String mainClass, int status) {
        if (status != REFUSED && !NAMED.contains(status)) return false;
        for (BuiltIns some : ServiceLoader.load(BuiltIns.class)) {
            if (some.programs().stream().anyMatch(own -> own.main.getName().equals(mainClass))) return true;
        }
        return false;
    }

    /// A program for any number of PEs. PEs of one JVM share its classes, also without `--share-classes`: it keeps no
    /// state of a PE in static fields.
    public static BuiltIn of(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, false, USUAL);
    }

    /// A program that makes its own jobs.
    public static BuiltIn alone(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, true, USUAL);
    }

    /// The same program with this heap for a number of PEs.
    public BuiltIn heap(IntToLongFunction bytes) {
        return new BuiltIn(name, main, help, alone, bytes);
    }
}
