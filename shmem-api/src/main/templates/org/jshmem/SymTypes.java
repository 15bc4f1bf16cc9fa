// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of TYPEs: element access here, bulk transfers in [SymArray].
public interface SymTypes extends SymNumbersOrWords<TYPE[], SymTypes> {

    /// Own element `i`, a plain load.
    TYPE get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, TYPE v);

    /// Puts one element.
    void p(long i, TYPE v, int pe);

    /// Gets one element.
    TYPE g(long i, int pe);
    // if SWAP

    /// Fetches element `i` of PE `pe` atomically.
    TYPE atomicFetch(long i, int pe);

    /// Sets element `i` of PE `pe` atomically.
    void atomicSet(long i, TYPE v, int pe);

    /// Sets element `i` of PE `pe` and returns what it was.
    TYPE atomicSwap(long i, TYPE v, int pe);
    // end
    // if ATOMIC

    /// Sets element `i` of PE `pe` to `v` if it is `cond`; returns what it was either way.
    TYPE compareSwap(long i, TYPE cond, TYPE v, int pe);

    /// Adds `v` and returns what was there.
    TYPE fetchAdd(long i, TYPE v, int pe);

    /// Adds 1 and returns what was there.
    TYPE fetchInc(long i, int pe);

    /// Bitwise and; returns what was there.
    TYPE fetchAnd(long i, TYPE v, int pe);

    /// Bitwise or; returns what was there.
    TYPE fetchOr(long i, TYPE v, int pe);

    /// Bitwise exclusive or; returns what was there.
    TYPE fetchXor(long i, TYPE v, int pe);

    /// Adds `v`.
    void add(long i, TYPE v, int pe);

    /// Adds 1.
    void inc(long i, int pe);

    /// Bitwise and.
    void and(long i, TYPE v, int pe);

    /// Bitwise or.
    void or(long i, TYPE v, int pe);

    /// Bitwise exclusive or.
    void xor(long i, TYPE v, int pe);
    // end
}
