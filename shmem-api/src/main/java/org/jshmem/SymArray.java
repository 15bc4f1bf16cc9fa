// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;

/// A symmetric array: everything that is the same for all element types.
///
/// **One-sided.** Transfers need nothing of the other PE, and do not wait for it.
///
/// **Completion.** A put returns when its source may be reused; it is complete on the target after [Shmem#quiet]. A
/// get returns with its data. The `Nbi` forms leave both to `quiet`. A put of an aligned 2-, 4- or 8-byte element
/// is seen whole or not at all.
///
/// **Errors.** A wrong PE, index or count is an `IndexOutOfBoundsException`, a negative count or a stride below 1 an
/// `IllegalArgumentException`, a freed object an `IllegalStateException`; all before anything is written. `n == 0`
/// with null buffers is legal.
///
/// @param <A> the Java array of the same elements, such as `long[]`
/// @param <S> the type itself, such as [SymLongs]
public interface SymArray<A, S extends SymArray<A, S>> extends Symmetric {

    /// The same memory seen through a context: its ordering domain, its team's PE numbers.
    S on(Ctx ctx);

    /// The elements from `from` on, `n` of them, as an array of their own over the same memory. Cannot be freed.
    S slice(long from, long n);

    /// The same content in `n` elements, the tail zeroed; this handle is dead afterwards. Collective.
    S realloc(long n);

    /// Puts the whole of `src` at index 0 of PE `pe`.
    void put(A src, int pe);

    /// Puts `n` elements of `src` from `from` on, at index `i` of PE `pe`.
    void put(long i, A src, int from, int n, int pe);

    /// Puts all of `src` at index `i` of PE `pe`; its size is a whole number of elements.
    void put(long i, MemorySegment src, int pe);

    /// Puts `n` elements of this PE's copy of `src` from `from` on, at index `i` of PE `pe`.
    void put(long i, S src, long from, long n, int pe);

    /// Gets the whole of `dst` from index 0 of PE `pe`.
    void get(A dst, int pe);

    /// Gets `n` elements from index `i` of PE `pe` into `dst` from `to` on.
    void get(long i, A dst, int to, int n, int pe);

    /// Gets all of `dst` from index `i` of PE `pe`.
    void get(long i, MemorySegment dst, int pe);

    /// Gets `n` elements from index `i` of PE `pe` into this PE's copy of `dst` from `to` on.
    void get(long i, S dst, long to, long n, int pe);

    /// As [#put(Object, int)], complete at quiet.
    void putNbi(A src, int pe);

    /// As [#put(long, Object, int, int, int)], complete at quiet.
    void putNbi(long i, A src, int from, int n, int pe);

    /// As [#put(long, MemorySegment, int)], complete at quiet.
    void putNbi(long i, MemorySegment src, int pe);

    /// As [#put(long, SymArray, long, long, int)], complete at quiet.
    void putNbi(long i, S src, long from, long n, int pe);

    /// As [#get(Object, int)], complete at quiet.
    void getNbi(A dst, int pe);

    /// As [#get(long, Object, int, int, int)], complete at quiet.
    void getNbi(long i, A dst, int to, int n, int pe);

    /// As [#get(long, MemorySegment, int)], complete at quiet.
    void getNbi(long i, MemorySegment dst, int pe);

    /// As [#get(long, SymArray, long, long, int)], complete at quiet.
    void getNbi(long i, S dst, long to, long n, int pe);

    /// Puts `n` elements that lie `srcStride` apart in `src`, at indices `i`, `i + dstStride`, ... of PE `pe`.
    void iput(long i, long dstStride, A src, int from, int srcStride, int n, int pe);

    /// Gets `n` elements from indices `i`, `i + srcStride`, ... of PE `pe` to places `dstStride` apart in `dst`.
    void iget(long i, long srcStride, A dst, int to, int dstStride, int n, int pe);

    /// As [#iput(long, long, Object, int, int, int, int)], for `blocks` blocks of `blockSize` elements; strides count
    /// from block start to block start.
    void ibput(long i, long dstStride, A src, int from, int srcStride, int blockSize, int blocks, int pe);

    /// As [#iget(long, long, Object, int, int, int, int)], for `blocks` blocks of `blockSize` elements; strides count
    /// from block start to block start.
    void ibget(long i, long srcStride, A dst, int to, int dstStride, int blockSize, int blocks, int pe);

    /// As [#iput(long, long, Object, int, int, int, int)], from this PE's copy of `src`, which must not overlap
    /// what is written.
    void iput(long i, long dstStride, S src, long from, long srcStride, long n, int pe);

    /// As [#iput(long, long, Object, int, int, int, int)], from elements of `src`, `from` and strides in elements.
    void iput(long i, long dstStride, MemorySegment src, long from, long srcStride, long n, int pe);

    /// As [#iget(long, long, Object, int, int, int, int)], into this PE's copy of `dst`.
    void iget(long i, long srcStride, S dst, long to, long dstStride, long n, int pe);

    /// As [#iget(long, long, Object, int, int, int, int)], into elements of `dst`.
    void iget(long i, long srcStride, MemorySegment dst, long to, long dstStride, long n, int pe);

    /// As [#ibput(long, long, Object, int, int, int, int, int)], from this PE's copy of `src`.
    void ibput(long i, long dstStride, S src, long from, long srcStride, long blockSize, long blocks, int pe);

    /// As [#ibput(long, long, Object, int, int, int, int, int)], from elements of `src`.
    void ibput(
            long i, long dstStride, MemorySegment src, long from, long srcStride, long blockSize, long blocks, int pe);

    /// As [#ibget(long, long, Object, int, int, int, int, int)], into this PE's copy of `dst`.
    void ibget(long i, long srcStride, S dst, long to, long dstStride, long blockSize, long blocks, int pe);

    /// As [#ibget(long, long, Object, int, int, int, int, int)], into elements of `dst`.
    void ibget(long i, long srcStride, MemorySegment dst, long to, long dstStride, long blockSize, long blocks, int pe);

    /// Puts as [#put(long, Object, int, int, int)], then updates the signal on the same PE: who sees the new
    /// signal sees the data. Says nothing of earlier puts.
    void putSignal(long i, A src, int from, int n, Signal sig, long v, SignalOp op, int pe);

    /// Puts as [#put(long, MemorySegment, int)], then updates the signal on the same PE.
    void putSignal(long i, MemorySegment src, Signal sig, long v, SignalOp op, int pe);

    /// Puts as [#put(long, SymArray, long, long, int)], then updates the signal on the same PE.
    void putSignal(long i, S src, long from, long n, Signal sig, long v, SignalOp op, int pe);

    /// As [#putSignal(long, Object, int, int, Signal, long, SignalOp, int)]; the source is in use until quiet.
    void putSignalNbi(long i, A src, int from, int n, Signal sig, long v, SignalOp op, int pe);

    /// As [#putSignal(long, MemorySegment, Signal, long, SignalOp, int)]; the source is in use until quiet.
    void putSignalNbi(long i, MemorySegment src, Signal sig, long v, SignalOp op, int pe);

    /// As [#putSignal(long, SymArray, long, long, Signal, long, SignalOp, int)]; the source is in use until quiet.
    void putSignalNbi(long i, S src, long from, long n, Signal sig, long v, SignalOp op, int pe);
}
