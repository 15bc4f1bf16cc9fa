// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of floats: element access here, bulk transfers in [SymArray].
public interface SymFloats extends SymNumbers<float[], SymFloats> {

    /// Own element `i`, a plain load.
    float get(long i);

    /// Sets own element `i`, a plain store.
    void set(long i, float v);

    /// Puts one element.
    void p(long i, float v, int pe);

    /// Gets one element.
    float g(long i, int pe);

    /// Fetches element `i` of PE `pe` atomically.
    float atomicFetch(long i, int pe);

    /// Sets element `i` of PE `pe` atomically.
    void atomicSet(long i, float v, int pe);

    /// Sets element `i` of PE `pe` and returns what it was.
    float atomicSwap(long i, float v, int pe);
}
