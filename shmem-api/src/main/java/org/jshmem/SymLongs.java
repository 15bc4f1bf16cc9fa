// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of longs: element access here, bulk transfers in [SymArray].
public interface SymLongs extends SymWords<long[], SymLongs> {

    /// Own element `i`, a plain load.
    long get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, long v);

    /// Puts one element.
    void p(long i, long v, int pe);

    /// Gets one element.
    long g(long i, int pe);

    /// Fetches element `i` of PE `pe` atomically.
    long atomicFetch(long i, int pe);

    /// Sets element `i` of PE `pe` atomically.
    void atomicSet(long i, long v, int pe);

    /// Sets element `i` of PE `pe` and returns what it was.
    long atomicSwap(long i, long v, int pe);

    /// Sets element `i` of PE `pe` to `v` if it is `cond`; returns what it was either way.
    long compareSwap(long i, long cond, long v, int pe);

    /// Adds `v` and returns what was there.
    long fetchAdd(long i, long v, int pe);

    /// Adds 1 and returns what was there.
    long fetchInc(long i, int pe);

    /// Bitwise and; returns what was there.
    long fetchAnd(long i, long v, int pe);

    /// Bitwise or; returns what was there.
    long fetchOr(long i, long v, int pe);

    /// Bitwise exclusive or; returns what was there.
    long fetchXor(long i, long v, int pe);

    /// Adds `v`.
    void add(long i, long v, int pe);

    /// Adds 1.
    void inc(long i, int pe);

    /// Bitwise and.
    void and(long i, long v, int pe);

    /// Bitwise or.
    void or(long i, long v, int pe);

    /// Bitwise exclusive or.
    void xor(long i, long v, int pe);
}
