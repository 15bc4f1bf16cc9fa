// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.ServiceLoader;
import java.util.function.IntToLongFunction;

/// A program that comes with the library: `oshrun -np N NAME` runs it.
///
/// @param name its name on the command line
/// @param main the class whose `main(String[])` each PE runs
/// @param help its purpose, in one line
/// @param alone whether it makes jobs of its own: then it runs as one PE if no number of PEs is given
/// @param heap bytes of symmetric heap that each PE needs, by the number of PEs, if the command line gives no size;
///     0 for the default
/// @param usage its arguments, where it has no `--help` of its own; otherwise null
/// @param computes whether its time goes into loops of its own: their compilation then comes before first calls
public record BuiltIn(
        String name,
        Class<?> main,
        String help,
        boolean alone,
        IntToLongFunction heap,
        String usage,
        boolean computes) {

    private static final IntToLongFunction USUAL = npes -> 0;

    /// The exit status of a built-in program that refuses its arguments. The program has printed the reason, and
    /// the launcher adds no line.
    public static final int REFUSED = 2;

    /// The last exit status of this kind: a program may have others of its own from [#REFUSED] on.
    private static final int LAST_EXPLAINED = 9;

    /// Whether a built-in program that ends with this status has printed the reason.
    public static boolean explains(int status) {
        return status >= REFUSED && status <= LAST_EXPLAINED;
    }

    /// Whether a job ended with this status because the built-in program of this main class has refused, or has
    /// printed its own reason.
    public static boolean hasRefused(String mainClass, int status) {
        if (!explains(status)) return false;
        for (BuiltIns some : ServiceLoader.load(BuiltIns.class)) {
            if (some.programs().stream().anyMatch(own -> own.main.getName().equals(mainClass))) return true;
        }
        return false;
    }

    /// Makes a program for any number of PEs. PEs of one JVM share its classes, also without `--share-classes`: it
    /// must not keep the state of a PE in static fields.
    public static BuiltIn of(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, false, USUAL, null, false);
    }

    /// Makes a program that makes its own jobs.
    public static BuiltIn alone(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, true, USUAL, null, false);
    }

    /// The end of a message about a wrong argument of a program, the same for all programs.
    public static String seeHelp(String program) {
        return "; 'oshrun " + program + " --help' lists all options";
    }

    /// Returns this program with a heap that depends on the number of PEs.
    public BuiltIn heap(IntToLongFunction bytes) {
        return new BuiltIn(name, main, help, alone, bytes, usage, computes);
    }

    /// Makes a kernel, whose time goes into loops of its own.
    public static BuiltIn kernel(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, false, USUAL, null, true);
    }

    /// Whether the launcher refuses arguments after the program's name.
    public boolean takesNoArguments() {
        return "".equals(usage);
    }

    /// Returns this program with its arguments as `--help` shows them. The program itself never gets a `--help`.
    public BuiltIn usage(String arguments) {
        return new BuiltIn(name, main, help, alone, heap, arguments, computes);
    }
}
