// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// One array of TYPEs over all PEs of a team, a view of a symmetric array: with `n` PEs, element `i` is element `i / n`
/// of PE `i % n`. [SymTypes#cyclic] makes it.
///
/// ```java
/// CyclicTypes table = sh.TYPEs(perPe).cyclic();
/// table.p(i, value);                              // on PE table.owner(i)
/// TYPE back = table.g(i);
/// ```
///
/// The methods are those of [SymTypes] with one index in place of index and PE, and have the same effect, order and
/// completion: updates are visible after [Shmem#quiet], or after [Ctx#quiet] if the array is seen through a context.
/// For all other operations use the symmetric array, with [#indexAt] and [#owner].
/// An index that does not exist is an `IndexOutOfBoundsException`.
public interface CyclicTypes {

    /// {@return the number of elements on all PEs}
    long length();

    /// {@return the PE of element `index`, a number in the team of the array's context}
    ///
    /// @param index from 0 to `length() - 1`
    int owner(long index);

    /// {@return the index of element `index` in its PE's copy of the symmetric array}
    ///
    /// @param index from 0 to `length() - 1`
    long indexAt(long index);

    /// Writes `value` to element `index`, as [SymTypes#p].
    ///
    /// @param index element that is written, from 0 to `length() - 1`
    /// @param value new value of the element
    void p(long index, TYPE value);

    /// {@return element `index`, as [SymTypes#g]}
    ///
    /// @param index element that is read, from 0 to `length() - 1`
    TYPE g(long index);
    // if ATOMIC

    /// Atomically adds `value` to element `index` on its owner, as [SymTypes#add] does.
    void add(long index, TYPE value);

    /// Atomically increments element `index` on its owner, as [SymTypes#inc] does.
    void inc(long index);

    /// Atomically adds to element `index` on its owner and returns its value from before, as [SymTypes#fetchAdd] does.
    TYPE fetchAdd(long index, TYPE value);

    /// Atomically compares and swaps element `index` on its owner, as [SymTypes#compareSwap] does.
    TYPE compareSwap(long index, TYPE cond, TYPE value);
    // end
}
