// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.util.OptionalLong;

/// A job on a simulated machine inside this JVM.
///
/// @param machine what `--machine` calls it
/// @param npes PEs
/// @param heapBytes symmetric heap of each
/// @param seed of the noise on every access and start; none without it
/// @param latePuts whether puts arrive as late as the ordering rules allow
/// @param races whether all accesses are held against each other
public record SimulatedJob(
        String machine, int npes, long heapBytes, OptionalLong seed, boolean latePuts, boolean races) {}
