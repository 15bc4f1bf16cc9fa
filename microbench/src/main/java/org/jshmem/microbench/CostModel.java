// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import org.jshmem.Collective;
import org.jshmem.collective.Catalog;

/// The cost formulas of the library's all-reduce algorithms (Namashivayam 2014, section 5.1) with prices, to hold
/// against measured times. The formulas are those that stand beside the algorithms.
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

    /// Nanoseconds of an algorithm by name, for `p` PEs and arrays of `bytes`.
    double nanos(String algorithm, int p, double bytes) {
        return Catalog.cost(Collective.REDUCE, algorithm).of(p, bytes, alpha, beta, gamma);
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
}
