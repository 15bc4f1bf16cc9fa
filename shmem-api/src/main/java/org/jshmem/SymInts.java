// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of ints: element access here, bulk transfers in [SymArray].
public interface SymInts extends SymWords<int[], SymInts> {

    /// Own element `i`, a plain load.
    int get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, int v);

    /// Puts one element.
    void p(long i, int v, int pe);

    /// Gets one element.
    int g(long i, int pe);

    /// Fetches element `i` of PE `pe` atomically.
    int atomicFetch(long i, int pe);

    /// Sets element `i` of PE `pe` atomically.
    void atomicSet(long i, int v, int pe);

    /// Sets element `i` of PE `pe` and returns what it was.
    int atomicSwap(long i, int v, int pe);

    /// Sets element `i` of PE `pe` to `v` if it is `cond`; returns what it was either way.
    int compareSwap(long i, int cond, int v, int pe);

    /// Adds `v` and returns what was there.
    int fetchAdd(long i, int v, int pe);

    /// Adds 1 and returns what was there.
    int fetchInc(long i, int pe);

    /// Bitwise and; returns what was there.
    int fetchAnd(long i, int v, int pe);

    /// Bitwise or; returns what was there.
    int fetchOr(long i, int v, int pe);

    /// Bitwise exclusive or; returns what was there.
    int fetchXor(long i, int v, int pe);

    /// Adds `v`.
    void add(long i, int v, int pe);

    /// Adds 1.
    void inc(long i, int pe);

    /// Bitwise and.
    void and(long i, int v, int pe);

    /// Bitwise or.
    void or(long i, int v, int pe);

    /// Bitwise exclusive or.
    void xor(long i, int v, int pe);
}
