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
    /// @param index element that is written, from 0 to `length() - 1`
    /// @param value new value of the element
    /// @param pe PE whose copy is written; it may be this PE
    void p(long index, TYPE value, int pe);

    /// {@return element `index` of PE `pe`} Waits for the value, which takes a round trip between hosts.
    ///
    /// @param index element that is read, from 0 to `length() - 1`
    /// @param pe PE whose copy is read; it may be this PE
    TYPE g(long index, int pe);

    /// Sets `count` elements from `index` on PE `pe` to `value`. Visible there as the elements of a
    /// `put`: after [Shmem#quiet], a barrier, or a later signal.
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

    /// As [#atomicFetch], without waiting: the value of the element is in `dst[to]` of this PE after [Shmem#quiet].
    void fetchNbi(long index, int pe, SymTypes dst, long to);

    /// As [#atomicSwap], without waiting: the old value is in `dst[to]` of this PE after [Shmem#quiet].
    void swapNbi(long index, TYPE value, int pe, SymTypes dst, long to);
    // end
    // if ATOMIC

    /// Atomically sets element `index` on PE `pe` to `value` if it equals `cond`. Returns the old value in both
    /// cases.
    ///
    /// @param index element that is updated, from 0 to `length() - 1`
    /// @param cond value that the element must have to be replaced
    /// @param value new value of an element that equals `cond`
    /// @param pe PE whose element is updated; it may be this PE
    /// @return the old value; it equals `cond` if and only if the element was replaced
    TYPE compareSwap(long index, TYPE cond, TYPE value, int pe);

    /// Atomically adds `value` to element `index` on PE `pe` and returns the old value. Integers wrap.
    ///
    /// @param index element that is updated, from 0 to `length() - 1`
    /// @param value summand, which may be negative
    /// @param pe PE whose element is updated; it may be this PE
    /// @return the value that the element had just before this update
    TYPE fetchAdd(long index, TYPE value, int pe);

    /// As [#fetchAdd], with the summand 1.
    TYPE fetchInc(long index, int pe);

    // for BITS
    /// As [#fetchAdd], combining the element and `value` by bitwise OP.
    TYPE fetchOp(long index, TYPE value, int pe);

    /// As [#fetchOp], without waiting: the old value is in `dst[to]` of this PE after [Shmem#quiet].
    void fetchOpNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// As [#add], combining the element and `value` by bitwise OP.
    void op(long index, TYPE value, int pe);

    // end
    /// As [#compareSwap], without waiting: the old value is in `dst[to]` of this PE after [Shmem#quiet].
    void compareSwapNbi(long index, TYPE cond, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchAdd], without waiting: the old value is in `dst[to]` of this PE after [Shmem#quiet].
    void fetchAddNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchInc], without waiting: the old value is in `dst[to]` of this PE after [Shmem#quiet].
    void fetchIncNbi(long index, int pe, SymTypes dst, long to);

    /// As [#fetchAdd], without the old value. Returns before the update is visible on PE `pe`; [Shmem#quiet] completes
    /// it.
    void add(long index, TYPE value, int pe);

    /// As [#add], with the summand 1.
    void inc(long index, int pe);
    // end
}
