// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jshmem.sim.model.Machine;

/// What is to be simulated.
///
/// @param machine on what
/// @param npes PEs
/// @param regionBytes memory of each PE: system area and heap
/// @param seed of the noise on every access and of the PEs' starts; none without it
/// @param trace a file that `TraceFile` made, for what programs do
/// @param delayed whether puts reach their target only when ordered or completed, as an adversary would have it
/// @param longestWait virtual nanoseconds that a PE may wait, 0 for no limit
/// @param lines whether reports of races name the program's lines, which takes a microsecond for each transfer
/// @param races whether all accesses are held against each other, at the price of a look at the stack for each
/// @param measured what the host's CPU times between calls are multiplied by to enter virtual time; 0 for not at all
public record SimulationSpec(
        Machine machine,
        int npes,
        long regionBytes,
        OptionalLong seed,
        Optional<Path> trace,
        boolean delayed,
        long longestWait,
        boolean lines,
        boolean races,
        double measured) {

    /// Without noise, trace or adversary.
    public static SimulationSpec of(Machine machine, int npes, long regionBytes) {
        return new SimulationSpec(
                machine, npes, regionBytes, OptionalLong.empty(), Optional.empty(), false, 0, false, false, 0);
    }

    /// The same with noise.
    public SimulationSpec seed(long value) {
        return new SimulationSpec(
                machine,
                npes,
                regionBytes,
                OptionalLong.of(value),
                trace,
                delayed,
                longestWait,
                lines,
                races,
                measured);
    }

    /// The same, recorded into a file that `TraceFile` made.
    public SimulationSpec trace(Path file) {
        return new SimulationSpec(
                machine, npes, regionBytes, seed, Optional.of(file), delayed, longestWait, lines, races, measured);
    }

    /// The same with puts that arrive as late as the ordering rules allow.
    public SimulationSpec delayedPuts() {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, true, longestWait, lines, races, measured);
    }

    /// The same with reports that name the program's lines.
    public SimulationSpec namingLines() {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, longestWait, true, races, measured);
    }

    /// The same, held to be in order in all it accesses, with reports that name the program's lines.
    public SimulationSpec findingRaces() {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, longestWait, true, true, measured);
    }

    /// The same with computation that is measured on this host, times `factor`.
    public SimulationSpec measured(double factor) {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, longestWait, lines, races, factor);
    }

    /// The same with a limit on every wait.
    public SimulationSpec longestWait(long nanos) {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, nanos, lines, races, measured);
    }
}
