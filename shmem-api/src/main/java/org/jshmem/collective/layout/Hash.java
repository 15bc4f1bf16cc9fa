// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.layout;

/// The hash over the calls of a team; flags carry a few of its bits.
public final class Hash {
    public static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Hash() {}

    /// A step that spreads both arguments over the high bits.
    public static long mix(long h, long v) {
        long x = (h ^ v) * GOLDEN;
        return x ^ x >>> 29;
    }
}
