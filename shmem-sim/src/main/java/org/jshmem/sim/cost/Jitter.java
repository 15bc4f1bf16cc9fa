// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// Seeded noise on single accesses: normally distributed with a parameter's standard deviation, cut at half of the
/// parameter's value.
///
/// A draw depends on the seed, the PE and the number of earlier draws of that PE. It is therefore equal on every host,
/// and independent of the draws of other PEs.
public final class Jitter {
    private final long seed;
    private final long[] drawn; // by PE of the job; null for no noise

    /// Noise of a seed; null for no noise.
    public Jitter(Long seed, int pes) {
        this.seed = seed == null ? 0 : seed;
        drawn = seed == null ? null : new long[pes];
    }

    /// The start time of a PE: 0 without noise, else uniform in 0 to `spread`.
    public long skew(int pe, long spread) {
        return drawn != null ? Long.remainderUnsigned(next(pe), spread + 1) : 0;
    }

    /// A cost with its noise.
    public long around(int pe, long mean, long sd) {
        if (drawn == null || sd == 0) return mean;
        long sum = 0; // of 12 uniform numbers: nearly normal, and equal bits on every host
        for (int i = 0; i < 3; i++) {
            long bits = next(pe);
            sum += (bits & 0xffff) + (bits >>> 16 & 0xffff) + (bits >>> 32 & 0xffff) + (bits >>> 48);
        }
        long noise = Math.floorDiv((sum - 6 * 0xffff) * sd, 0x10000L);
        return mean + Math.clamp(noise, -mean / 2, mean / 2);
    }

    /// The cost of several lines with the noise of each: independent draws add up by their squares.
    public long ofLines(int pe, long mean, long sd, long lines) {
        return around(pe, mean, drawn == null ? 0 : Math.round(sd * Math.sqrt(lines)));
    }

    private long next(int pe) {
        long z = seed * 0x9e3779b97f4a7c15L + (((long) pe << 40) + drawn[pe]++) * 0xd1342543de82ef95L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
