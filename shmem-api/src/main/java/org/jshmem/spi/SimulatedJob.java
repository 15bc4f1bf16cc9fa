// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.OptionalLong;

/// A job on a simulated machine inside this JVM.
///
/// @param machine its name for `--machine`
/// @param npes number of PEs
/// @param heapBytes bytes of each PE's symmetric heap
/// @param seed seed of the noise on every access and start; empty for no noise
/// @param latePuts whether puts arrive as late as the ordering rules allow
/// @param races whether all accesses are compared, to find races
public record SimulatedJob(
        String machine, int npes, long heapBytes, OptionalLong seed, boolean latePuts, boolean races) {}
