// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of doubles: element access here, bulk transfers in [SymArray].
public interface SymDoubles extends SymNumbers<double[], SymDoubles> {

    /// Own element `i`, a plain load.
    double get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, double v);

    /// Puts one element.
    void p(long i, double v, int pe);

    /// Gets one element.
    double g(long i, int pe);

    /// Fetches element `i` of PE `pe` atomically.
    double atomicFetch(long i, int pe);

    /// Sets element `i` of PE `pe` atomically.
    void atomicSet(long i, double v, int pe);

    /// Sets element `i` of PE `pe` and returns what it was.
    double atomicSwap(long i, double v, int pe);
}
