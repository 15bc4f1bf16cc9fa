// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jshmem.sim.cost.Machine;

/// The specification of one simulation: the machine, the size of the job, and the checks and recordings of the run.
///
/// @param machine the machine
/// @param npes number of PEs
/// @param regionBytes bytes of each PE's memory: system area and heap
/// @param seed seed of the noise on every access and on the PEs' starts; without it there is no noise
/// @param trace a file that `TraceFile` made, into which the program's calls are recorded
/// @param delayed whether an adversary delays puts until a call orders or completes them
/// @param longestWait virtual nanoseconds that a PE may wait, 0 for no limit
/// @param lines whether race reports name the program's lines, which takes a microsecond for each transfer
/// @param races whether all accesses are compared with each other, which costs a look at the stack for each
/// @param measured factor on the host's CPU times between calls, which enter virtual time; 0 if they do not
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

    /// A simulation without noise, trace and adversary.
    public static SimulationSpec of(Machine machine, int npes, long regionBytes) {
        return new SimulationSpec(
                machine, npes, regionBytes, OptionalLong.empty(), Optional.empty(), false, 0, false, false, 0);
    }

    /// This specification with noise.
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

    /// This specification with a recording into a file that `TraceFile` made.
    public SimulationSpec trace(Path file) {
        return new SimulationSpec(
                machine, npes, regionBytes, seed, Optional.of(file), delayed, longestWait, lines, races, measured);
    }

    /// This specification with puts that arrive as late as the ordering rules allow.
    public SimulationSpec delayedPuts() {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, true, longestWait, lines, races, measured);
    }

    /// This specification with reports that name the program's lines, and without a recording.
    public SimulationSpec namingLines() {
        return new SimulationSpec(
                machine, npes, regionBytes, seed, Optional.empty(), delayed, longestWait, true, races, measured);
    }

    /// This specification with a check of all accesses, and with reports that name the program's lines.
    public SimulationSpec findingRaces() {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, longestWait, true, true, measured);
    }

    /// This specification with computation that is measured on this host, times `factor`.
    public SimulationSpec measured(double factor) {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, longestWait, lines, races, factor);
    }

    /// This specification with a limit on every wait, in virtual nanoseconds.
    public SimulationSpec longestWait(long nanos) {
        return new SimulationSpec(machine, npes, regionBytes, seed, trace, delayed, nanos, lines, races, measured);
    }
}
