// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

/// The paper's cost formulas of all-reduce algorithms (Namashivayam 2014, section 5.1), to hold against measured
/// times.
///
/// They assume that all PEs can send and receive one message at the same time, and count `lg p` as a real number.
///
/// @param alpha nanoseconds for a message of no bytes
/// @param beta nanoseconds for each byte moved
/// @param gamma nanoseconds for each byte combined
record CostModel(double alpha, double beta, double gamma) {

    /// Refuses negative prices.
    CostModel {
        if (!(alpha >= 0 && beta >= 0 && gamma >= 0)) {
            throw new IllegalArgumentException(
                    "prices are never negative: alpha=%s, beta=%s, gamma=%s".formatted(alpha, beta, gamma));
        }
    }

    /// Nanoseconds of an algorithm by name, for `p` PEs and arrays of `bytes`; of those that the paper prices:
    /// `flat`, `rd`, `bruck`, `rsag`, and `ring` and `tiled` in the same terms.
    double nanos(String algorithm, int p, double bytes) {
        return switch (algorithm) {
            case "flat" -> flat(p, bytes);
            case "rd" -> recursiveDoubling(p, bytes);
            case "bruck" -> bruck(p, bytes);
            case "rsag" -> rabenseifner(p, bytes);
            case "ring" -> ring(p, bytes);
            case "tiled" -> tiled(p, bytes);
            default ->
                throw new IllegalArgumentException(
                        "no cost formula for '%s'; known are flat, rd, bruck, rsag, ring, tiled".formatted(algorithm));
        };
    }

    /// Flat tree: `p alpha + 2n(p - 1) beta + n(p - 1) gamma`.
    double flat(int p, double bytes) {
        return p * alpha + 2 * bytes * (p - 1) * beta + bytes * (p - 1) * gamma;
    }

    /// Recursive doubling: `lg p alpha + n lg p beta + n lg p gamma`.
    double recursiveDoubling(int p, double bytes) {
        return lg(p) * (alpha + bytes * beta + bytes * gamma);
    }

    /// Bruck: `lg p alpha + n lg p beta + n lg p gamma`.
    double bruck(int p, double bytes) {
        return lg(p) * (alpha + bytes * beta + bytes * gamma);
    }

    /// Rabenseifner: `2 lg p alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`.
    double rabenseifner(int p, double bytes) {
        double share = bytes * (p - 1) / p;
        return 2 * lg(p) * alpha + 2 * share * beta + share * gamma;
    }

    /// Ring: `2(p - 1) alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`.
    double ring(int p, double bytes) {
        double share = bytes * (p - 1) / p;
        return 2 * (p - 1) * alpha + 2 * share * beta + share * gamma;
    }

    /// Tiled: two rendezvous, then `2 lg p alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma`, in one pass.
    double tiled(int p, double bytes) {
        return rabenseifner(p, bytes);
    }

    /// Bytes from which on `b` is cheaper than `a` on `p` PEs, up to `most`; `most` where that never happens.
    double crossing(String a, String b, int p, double most) {
        double low = 1;
        if (nanos(b, p, low) <= nanos(a, p, low)) return low;
        if (nanos(b, p, most) > nanos(a, p, most)) return most;
        double high = most;
        while (high - low > 0.5) { // both costs are straight lines in the bytes: they cross once
            double middle = (low + high) / 2;
            if (nanos(b, p, middle) <= nanos(a, p, middle)) high = middle;
            else low = middle;
        }
        return high;
    }

    private static double lg(int p) {
        return Math.log(p) / Math.log(2);
    }
}
