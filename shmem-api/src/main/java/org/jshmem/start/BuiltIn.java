// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// A program that comes with the library: `oshrun -np N NAME` runs it.
///
/// @param name what the command line calls it
/// @param main the class whose `main(String[])` each PE runs
/// @param help what it does, in one line
/// @param alone whether it makes jobs of its own: then it runs as one PE where no number is given
/// @param sharesJvms whether its PEs share JVMs where they outnumber the cores, unless the command line says
///     otherwise:
///     it has no mutable statics
public record BuiltIn(String name, Class<?> main, String help, boolean alone, boolean sharesJvms) {

    /// A program for any number of PEs, which has no mutable statics.
    public static BuiltIn of(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, false, true);
    }

    /// A program that makes its own jobs.
    public static BuiltIn alone(String name, Class<?> main, String help) {
        return new BuiltIn(name, main, help, true, false);
    }
}
