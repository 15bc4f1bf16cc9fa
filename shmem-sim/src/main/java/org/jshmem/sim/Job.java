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
public record Job(
        Machine machine,
        int npes,
        long regionBytes,
        OptionalLong seed,
        Optional<Path> trace,
        boolean delayed,
        long longestWait) {

    /// Without noise, trace or adversary.
    public static Job of(Machine machine, int npes, long regionBytes) {
        return new Job(machine, npes, regionBytes, OptionalLong.empty(), Optional.empty(), false, 0);
    }

    /// The same with noise.
    public Job seed(long value) {
        return new Job(machine, npes, regionBytes, OptionalLong.of(value), trace, delayed, longestWait);
    }

    /// The same, recorded into a file that `TraceFile` made.
    public Job trace(Path file) {
        return new Job(machine, npes, regionBytes, seed, Optional.of(file), delayed, longestWait);
    }

    /// The same with puts that arrive as late as the ordering rules allow.
    public Job delayedPuts() {
        return new Job(machine, npes, regionBytes, seed, trace, true, longestWait);
    }

    /// The same with a limit on every wait.
    public Job longestWait(long nanos) {
        return new Job(machine, npes, regionBytes, seed, trace, delayed, nanos);
    }
}
