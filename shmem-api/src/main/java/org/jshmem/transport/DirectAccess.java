// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Work;

/// A PE's direct loads, stores and copies of memory that has an address on it, and its computation. No call of a
/// channel shows them to a backend that counts operations, so the library reports them here. The defaults do
/// nothing.
public interface DirectAccess {

    /// Reports direct loads (or `stores`) of `bytes` bytes, made right after this call. A direct store that another
    /// PE awaits is followed by a [Channel#signal].
    default void touch(int pe, long offset, long bytes, boolean stores) {}

    /// Makes a copy by loads and stores.
    void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes);

    /// The bytes from which a copy to another PE uses [Channel#copy]: a backend may have a faster way, and its call
    /// costs little then.
    default long longCopy() {
        return 24 << 10;
    }

    /// Requests a copy into this PE's memory. Its bytes are there after [#complete].
    void request(long to, int pe, long from, long bytes);

    /// Waits until all requested copies have been made.
    default void complete() {}

    /// Reports that `n` elements of each of several sources, which the PE has touched, are combined to `n` elements.
    default void combine(int sources, long n, int width) {}

    /// Reports computation.
    default void compute(Work work) {}

    /// Reports whether the collective that begins accesses other members' memory by calls of put and get alone.
    default void byCalls(boolean calls) {}

    /// Reports that the waits of this collective read their flags where they lie, without a call of get.
    default void looksInPlace() {}

    /// Returns the value of a parameter of the simulated machine; 0 if there is none of this symbol.
    default double parameter(String symbol) {
        return 0;
    }
}
