// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of TYPEs. Single elements are here, transfers of many in [SymArray].
///
/// **Local and remote.** `get(index)` and `set(index, value)` load and store this PE's own element. Methods
/// with a parameter `pe` read or write the element of PE `pe`.
///
/// **Atomics.**
/// A signal or an atomic update is visible on its PE after all earlier updates of the same context to that PE.
/// An atomic that returns a value acquires: what the writer of that value wrote to this PE before is visible.
///
/// **Errors.** An index or PE that does not exist is an `IndexOutOfBoundsException`; a freed object or an ended
/// session is an `IllegalStateException`.
public interface SymTypes extends SymNumbersOrWords<TYPE[], SymTypes> {

    /// {@return this PE's own element `index`, a plain load} Do not poll with it: another PE's write may
    /// never be seen. Wait with `waitUntil` or a [Signal] instead.
    ///
    /// @param index this PE's element, from 0 to `length() - 1`
    TYPE get(long index);

    /// Stores `value` in this PE's own element `index`, a plain store. Other PEs see it after a signal, an
    /// atomic or a barrier of this PE.
    ///
    /// @param index this PE's element, from 0 to `length() - 1`
    /// @param value new value of the element
    void set(long index, TYPE value);

    /// Writes `value` to element `index` on PE `pe`. Visible there after [Shmem#quiet], a barrier, or a later
    /// signal.
    ///
    /// ```java
    /// box.p(3, value, pe);
    /// sh.barrierAll();                                // now box.get(3) is value on PE pe
    /// ```
    ///
    /// @param index element that is written, from 0 to `length() - 1`
    /// @param value new value of the element
    /// @param pe PE whose copy is written; it may be this PE
    void p(long index, TYPE value, int pe);

    /// {@return element `index` of PE `pe`} Waits for the value, which takes a round trip between hosts.
    ///
    /// ```java
    /// TYPE there = box.g(3, pe);                      // element 3 of PE pe; box.get(3) is this PE's own
    /// ```
    ///
    /// @param index element that is read, from 0 to `length() - 1`
    /// @param pe PE whose copy is read; it may be this PE
    TYPE g(long index, int pe);

    /// Sets `count` elements from `index` on PE `pe` to `value`. Visible there as the elements of a
    /// `put`: after [Shmem#quiet], a barrier, or a later signal.
    ///
    /// ```java
    /// box.fill(0, box.length(), value, pe);           // all elements of PE pe
    /// ```
    ///
    /// @param index first element that is written
    /// @param count number of elements; 0 writes nothing
    /// @param value new value of each of them
    /// @param pe PE whose copy is written; it may be this PE
    void fill(long index, long count, TYPE value, int pe);

    /// {@return this array on all PEs of its context's team as one array, whose elements are assigned to the PEs in
    /// rounds}
    CyclicTypes cyclic();
    // if SWAP

    /// Atomically returns element `index` of PE `pe`. Waits for the value.
    ///
    /// ```java
    /// TYPE seen = box.atomicFetch(0, pe);              // also while other PEs update it
    /// ```
    ///
    /// @param index element that is read, from 0 to `length() - 1`
    /// @param pe PE whose element is read; it may be this PE
    /// @return the element, read as a whole
    TYPE atomicFetch(long index, int pe);

    /// Atomically sets element `index` on PE `pe` to `value`. Returns before the update is visible there;
    /// [Shmem#quiet] completes it.
    ///
    /// @param index element that is written, from 0 to `length() - 1`
    /// @param value new value of the element
    /// @param pe PE whose element is updated; it may be this PE
    void atomicSet(long index, TYPE value, int pe);

    /// Atomically sets element `index` on PE `pe` to `value` and returns its old value.
    ///
    /// @param index element that is written, from 0 to `length() - 1`
    /// @param value new value of the element
    /// @param pe PE whose element is updated; it may be this PE
    /// @return the value that the element had just before this update
    TYPE atomicSwap(long index, TYPE value, int pe);

    /// Begins to fetch as [#atomicFetch] does, without waiting: the value of the element is in `dst[to]` of this PE
    /// after [Shmem#quiet].
    void fetchNbi(long index, int pe, SymTypes dst, long to);

    /// Begins to swap as [#atomicSwap] does, without waiting: the old value is in `dst[to]` of this PE after
    /// [Shmem#quiet].
    void swapNbi(long index, TYPE value, int pe, SymTypes dst, long to);
    // end
    // if ATOMIC

    /// Atomically sets element `index` on PE `pe` to `value` if it equals `cond`. Returns the old value in both
    /// cases.
    ///
    /// ```java
    /// boolean mine = box.compareSwap(0, free, value, pe) == free;   // one PE alone replaces it
    /// ```
    ///
    /// @param index element that is updated, from 0 to `length() - 1`
    /// @param cond value that the element must have to be replaced
    /// @param value new value of an element that equals `cond`
    /// @param pe PE whose element is updated; it may be this PE
    /// @return the old value; it equals `cond` if and only if the element was replaced
    TYPE compareSwap(long index, TYPE cond, TYPE value, int pe);

    /// Atomically adds `value` to element `index` on PE `pe` and returns the old value. Integers wrap.
    ///
    /// ```java
    /// TYPE first = box.fetchAdd(0, value, pe);         // reserves the places first to first + value - 1
    /// ```
    ///
    /// @param index element that is updated, from 0 to `length() - 1`
    /// @param value summand, which may be negative
    /// @param pe PE whose element is updated; it may be this PE
    /// @return the value that the element had just before this update
    TYPE fetchAdd(long index, TYPE value, int pe);

    /// Atomically adds 1 and returns the old value, as [#fetchAdd] does.
    ///
    /// ```java
    /// TYPE task = box.fetchInc(0, pe);                 // the next task, which no other PE gets
    /// ```
    TYPE fetchInc(long index, int pe);

    // for BITS
    /// Atomically combines the element and `value` by bitwise OP and returns the old value, as [#fetchAdd] does for
    /// sums.
    TYPE fetchOp(long index, TYPE value, int pe);

    /// Begins to combine as [#fetchOp] does, without waiting: the old value is in `dst[to]` of this PE after
    /// [Shmem#quiet].
    void fetchOpNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// Atomically combines the element and `value` by bitwise OP, as [#add] does for sums.
    void op(long index, TYPE value, int pe);

    // end
    /// Begins to compare and swap as [#compareSwap] does, without waiting: the old value is in `dst[to]` of this PE
    /// after [Shmem#quiet].
    void compareSwapNbi(long index, TYPE cond, TYPE value, int pe, SymTypes dst, long to);

    /// Begins to add as [#fetchAdd] does, without waiting: the old value is in `dst[to]` of this PE after
    /// [Shmem#quiet].
    void fetchAddNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// Begins to add 1 as [#fetchInc] does, without waiting: the old value is in `dst[to]` of this PE after
    /// [Shmem#quiet].
    void fetchIncNbi(long index, int pe, SymTypes dst, long to);

    /// Atomically adds `value` as [#fetchAdd] does, without the old value. Returns before the update is visible on PE
    /// `pe`; [Shmem#quiet] completes it.
    void add(long index, TYPE value, int pe);

    /// Atomically adds 1 to element `index` on PE `pe`, as [#add] does.
    ///
    /// ```java
    /// counters.inc(bin, pe);                           // by many PEs: no count is lost
    /// ```
    void inc(long index, int pe);
    // end
}
