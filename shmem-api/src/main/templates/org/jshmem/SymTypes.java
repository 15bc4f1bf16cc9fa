// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A symmetric array of TYPEs. Single elements are here, transfers of many in [SymArray].
///
/// **Local and remote.** `get(index)` and `set(index, value)` load and store this PE's own element. Methods
/// with a parameter `pe` read or write the element of PE `pe`.
///
/// **Errors.** An index or PE that does not exist is an `IndexOutOfBoundsException`; a freed object or an ended
/// session is an `IllegalStateException`.
public interface SymTypes extends SymNumbersOrWords<TYPE[], SymTypes> {

    /// Returns this PE's own element `index`, a plain load. Do not poll with it: another PE's write may never
    /// be seen. Wait with `waitUntil` or a [Signal] instead.
    TYPE get(long index);

    /// Stores `value` in this PE's own element `index`, a plain store. Other PEs see it after a signal, an
    /// atomic or a barrier of this PE.
    void set(long index, TYPE value);

    /// Writes `value` to element `index` on PE `pe`. Visible there after [Shmem#quiet], a barrier, or a later
    /// signal.
    void p(long index, TYPE value, int pe);

    /// Returns element `index` of PE `pe`.
    TYPE g(long index, int pe);
    // if SWAP

    /// Atomically returns element `index` of PE `pe`. Waits for the value.
    TYPE atomicFetch(long index, int pe);

    /// Atomically sets element `index` on PE `pe` to `value`. Returns before the update is visible there;
    /// [Shmem#quiet] completes it.
    void atomicSet(long index, TYPE value, int pe);

    /// Atomically sets element `index` on PE `pe` to `value` and returns its old value.
    TYPE atomicSwap(long index, TYPE value, int pe);

    /// As [#atomicFetch], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchNbi(long index, int pe, SymTypes dst, long to);

    /// As [#atomicSwap], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void swapNbi(long index, TYPE value, int pe, SymTypes dst, long to);
    // end
    // if ATOMIC

    /// Atomically sets element `index` on PE `pe` to `value` if it equals `cond`. Returns the old value in both
    /// cases.
    TYPE compareSwap(long index, TYPE cond, TYPE value, int pe);

    /// Atomically adds `value` to element `index` on PE `pe` and returns the old value. Integers wrap.
    TYPE fetchAdd(long index, TYPE value, int pe);

    /// Atomically adds 1 to element `index` on PE `pe` and returns the old value. Integers wrap.
    TYPE fetchInc(long index, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise AND and returns the old value.
    TYPE fetchAnd(long index, TYPE value, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise OR and returns the old value.
    TYPE fetchOr(long index, TYPE value, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise XOR and returns the old value.
    TYPE fetchXor(long index, TYPE value, int pe);

    /// As [#compareSwap], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void compareSwapNbi(long index, TYPE cond, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchAdd], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchAddNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchInc], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchIncNbi(long index, int pe, SymTypes dst, long to);

    /// As [#fetchAnd], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchAndNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchOr], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchOrNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// As [#fetchXor], without waiting: what the element was is in `dst[to]` of this PE after quiet.
    void fetchXorNbi(long index, TYPE value, int pe, SymTypes dst, long to);

    /// Atomically adds `value` to element `index` on PE `pe`. Returns before the update is visible there;
    /// [Shmem#quiet] completes it. Integers wrap.
    void add(long index, TYPE value, int pe);

    /// Atomically adds 1 to element `index` on PE `pe`. Returns before the update is visible there;
    /// [Shmem#quiet] completes it. Integers wrap.
    void inc(long index, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise AND; [Shmem#quiet] completes it.
    void and(long index, TYPE value, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise OR; [Shmem#quiet] completes it.
    void or(long index, TYPE value, int pe);

    /// Atomically combines element `index` on PE `pe` with `value` by bitwise XOR; [Shmem#quiet] completes it.
    void xor(long index, TYPE value, int pe);
    // end
}
