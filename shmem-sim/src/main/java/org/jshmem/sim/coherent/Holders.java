// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The set of cores whose caches hold a line. It is immutable, so that lines can share it.
final class Holders {
    /*
     * The first 64 cores are bits of a long, enough for most machines and most lines. `high` has the bits of the other
     * cores and is null if there are none.
     */
    static final Holders NONE = new Holders(0, null);

    private final long low;
    private final long[] high;

    private Holders(long low, long[] high) {
        this.low = low;
        this.high = high;
    }

    static Holders only(int core) {
        return NONE.with(core);
    }

    boolean isNone() {
        return this == NONE;
    }

    boolean has(int core) {
        if (core < 64) return (low >>> core & 1) != 0;
        int word = (core >>> 6) - 1;
        return high != null && word < high.length && (high[word] >>> core & 1) != 0;
    }

    /// Whether a core holds the line and no other does.
    boolean isOnly(int core) {
        if (core < 64) return low == 1L << core && high == null;
        return low == 0 && has(core) && count() == 1;
    }

    int count() {
        int count = Long.bitCount(low);
        if (high != null) for (long bits : high) count += Long.bitCount(bits);
        return count;
    }

    Holders with(int core) {
        if (core < 64) return new Holders(low | 1L << core, high);
        int word = (core >>> 6) - 1;
        long[] bits = high == null ? new long[word + 1] : Arrays.copyOf(high, Math.max(high.length, word + 1));
        bits[word] |= 1L << core;
        return new Holders(low, bits);
    }

    Holders without(int core) {
        if (!has(core)) return this;
        if (isOnly(core)) return NONE;
        if (core < 64) return new Holders(low & ~(1L << core), high);
        long[] bits = high.clone();
        bits[(core >>> 6) - 1] &= ~(1L << core);
        int used = bits.length;
        while (used > 0 && bits[used - 1] == 0) used--;
        return new Holders(low, used == 0 ? null : Arrays.copyOf(bits, used));
    }

    boolean same(Holders other) {
        return this == other || low == other.low && Arrays.equals(high, other.high);
    }
}
