// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import org.jshmem.Work;

/// The work that IS declares for its loops over ints.
final class IsWork {
    private IsWork() {}

    /// Returns the work of a pass of scalar loops along `n` ints.
    static Work stream(long n, int operations, int loads, int stores) {
        return Work.flops(n * operations)
                .bytes(n * loads * Integer.BYTES, n * stores * Integer.BYTES)
                .footprint(n * 2 * Integer.BYTES)
                .prefetched();
    }

    /// Returns the work of counting `n` keys in a table of `values` counters: each key loads and stores a counter
    /// anywhere in it.
    static Work histogram(long n, long values) {
        return Work.flops(2 * n)
                .bytes(n * 2 * Integer.BYTES, n * Integer.BYTES)
                .footprint(Math.min(2 * n, n + values) * Integer.BYTES);
    }
}
