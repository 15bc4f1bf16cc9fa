// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

/// Random numbers that every PE computes by itself, equal on all PEs.
///
/// A number depends on seed, step and position in the step, and not on earlier draws (SplitMix64's output function
/// over a counter).
record CounterRandom(long seed) {
    /// A uniform number in [0, 1).
    double roll(long step, int which) {
        long x = mix(mix(seed + 0x9e3779b97f4a7c15L * (step + 1)) + 0x9e3779b97f4a7c15L * (which + 1));
        return (x >>> 11) * 0x1p-53;
    }

    private static long mix(long z) {
        long x = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        x = (x ^ x >>> 27) * 0x94d049bb133111ebL;
        return x ^ x >>> 31;
    }
}
