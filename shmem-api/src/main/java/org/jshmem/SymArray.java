// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/// A symmetric array: an array of primitive elements of which every PE has its own copy.
///
/// A PE reads and writes its own copy with `get(index)` and `set(index, value)` of the element type, such as
/// [SymLongs]. The methods here move elements between this PE's private memory and the copy of another PE `pe`.
///
/// ```java
/// SymLongs box = sh.longs(100);                          // collective: 100 longs on every PE
/// long[] data = {1, 2, 3};
/// box.put(10, data, 0, 3, pe);                           // writes elements 10, 11 and 12 on PE pe
/// sh.quiet();                                            // now the elements are there
/// long[] back = new long[3];
/// box.get(10, back, 0, 3, pe);                           // reads them
/// ```
///
/// **One-sided.** Transfers need no call of the other PE, and never wait until its program makes one. Between hosts a
/// get, and an atomic with a result, take a round trip of messages, to which the other JVM's library replies.
///
/// **Completion and visibility.** A put returns when its source may be reused. The data are visible on `pe`
/// after [Shmem#quiet], after a barrier, or once PE `pe` has seen a later signal or atomic update of this context.
/// A signal or an atomic update is visible on its PE after all earlier updates of the same context to that PE.
/// A get returns with its data. The `Nbi` forms return at once: source and destination are in
/// use until `quiet`. An aligned 2-, 4- or 8-byte element is read and written whole.
///
/// **Units.** Indices, counts and strides are elements. For [SymMem] an element is a byte.
///
/// **Threads.** As many threads of a PE as [Shmem#threadLevel] allows.
///
/// **Errors**, all thrown before anything is written; the object stays usable:
///
/// | exception | reason |
/// |-|-|
/// | `IndexOutOfBoundsException` | a PE, an index, or index + count that does not exist, in either array |
/// | `IllegalArgumentException` | a negative count, a stride below 1, a segment of part of an element |
/// | `IllegalStateException` | the object is freed, or the session has ended |
/// | `NullPointerException` | no array for a count above 0; a count of 0 takes null |
///
/// @param <A> the Java array of the same elements, such as `long[]`
/// @param <S> the type itself, such as [SymLongs]
public interface SymArray<A, S extends SymArray<A, S>> extends Symmetric {

    @Override
    S named(String name);

    /// {@return the same memory seen through a context: `ctx` orders and completes the operations of the
    /// returned array, and counts PEs as its team does} Not collective.
    ///
    /// @param ctx context that orders and completes the operations of the view
    /// @throws IllegalStateException if the context is closed
    S on(Ctx ctx);

    /// {@return `count` elements from `from` as an array of their own over the same memory} Not collective. A
    /// slice cannot be freed; it ends with its array.
    ///
    /// @param from first element of the slice
    /// @param count number of elements of the slice
    /// @throws IndexOutOfBoundsException if the elements are not all within this array
    S slice(long from, long count);

    /// Allocates an array of `length` elements, copies this PE's elements, zeroes the rest, and frees this
    /// array. **Collective**: all PEs make the same call; barrier on entry and exit. Use the returned array
    /// afterwards: views and slices of this array end with it.
    ///
    /// @param length new number of elements on each PE
    /// @return the array that has the elements now; this one is freed
    /// @throws SymmetricHeapException on every PE if the heap has no room; then this array is unchanged and
    ///         usable
    S realloc(long length);

    /// Writes `count` elements of `src` from `from` to the elements from `index` on PE `pe`.
    ///
    /// ```java
    /// box.put(10, data, 0, 3, pe);                    // data[0] to data[2] become elements 10 to 12 on PE pe
    /// ```
    ///
    /// @param index first element that is written on PE `pe`
    /// @param src source, of which elements are read; the caller may change it on return
    /// @param from first element of `src` that is read
    /// @param count number of elements to copy; 0 copies none
    /// @param pe PE whose copy is written; it may be this PE
    /// @throws IndexOutOfBoundsException if elements or PE do not exist
    /// @throws IllegalArgumentException if `count` is negative
    void put(long index, A src, int from, int count, int pe);

    /// Writes all of `src` to the elements from index 0 on PE `pe`, as [#put(long, Object, int, int, int)] does.
    default void put(A src, int pe) {
        put(0, src, 0, lengthOf(src), pe);
    }

    /// Writes all of a segment, such as a Java array, native memory or a mapped file, to the elements from `index`
    /// on PE `pe`, as [#put(long, Object, int, int, int)] does. Its size is a whole number of elements, in the
    /// machine's byte order. From 64 bytes on, a segment that is not aligned for the elements may arrive with an
    /// element in parts.
    void put(long index, MemorySegment src, int pe);

    /// Writes `count` elements of this PE's copy of `src` to PE `pe`, as [#put(long, Object, int, int, int)] does.
    void put(long index, S src, long from, long count, int pe);

    /// Reads `count` elements from `index` on PE `pe` into `dst` from `to`.
    ///
    /// ```java
    /// box.get(10, data, 0, 3, pe);                    // elements 10 to 12 of PE pe become data[0] to data[2]
    /// ```
    ///
    /// @param index first element that is read on PE `pe`
    /// @param dst destination; complete on return
    /// @param to first element of `dst` that is written
    /// @param count number of elements to copy; 0 copies none
    /// @param pe PE whose copy is read; it may be this PE
    /// @throws IndexOutOfBoundsException if elements or PE do not exist
    /// @throws IllegalArgumentException if `count` is negative
    void get(long index, A dst, int to, int count, int pe);

    /// Reads from index 0 on PE `pe` into all of `dst`, as [#get(long, Object, int, int, int)] does.
    default void get(A dst, int pe) {
        get(0, dst, 0, lengthOf(dst), pe);
    }

    /// Reads the elements from `index` on PE `pe` into all of a segment, as [#get(long, Object, int, int, int)] does.
    /// Its size is a whole number of elements.
    void get(long index, MemorySegment dst, int pe);

    /// Reads `count` elements from PE `pe` into this PE's copy of `dst`, as [#get(long, Object, int, int, int)] does.
    void get(long index, S dst, long to, long count, int pe);

    /// Begins to write, as [#put(Object, int)] does, and returns at once: `src` is in use until
    /// [Shmem#quiet], after which the data are visible on `pe`.
    default void putNbi(A src, int pe) {
        putNbi(0, src, 0, lengthOf(src), pe);
    }

    /// Begins to write, as [#put(long, Object, int, int, int)] does, and returns at
    /// once: `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    ///
    /// ```java
    /// box.putNbi(0, data, 0, 3, pe);
    /// long sum = Arrays.stream(other).sum();           // meanwhile; data is unchanged
    /// sh.quiet();                                     // the elements are there, and data may change
    /// ```
    void putNbi(long index, A src, int from, int count, int pe);

    /// Begins to write, as [#put(long, MemorySegment, int)] does, and returns at
    /// once: `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    void putNbi(long index, MemorySegment src, int pe);

    /// Begins to write, as [#put(long, SymArray, long, long, int)] does, and returns at
    /// once: `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    void putNbi(long index, S src, long from, long count, int pe);

    /// Begins to read, as [#get(Object, int)] does, and returns at once. `dst` has the data after [Shmem#quiet],
    /// and its elements are undefined before.
    default void getNbi(A dst, int pe) {
        getNbi(0, dst, 0, lengthOf(dst), pe);
    }

    /// Begins to read, as [#get(long, Object, int, int, int)] does, and returns at
    /// once. `dst` has the data after [Shmem#quiet], and its elements are undefined before.
    void getNbi(long index, A dst, int to, int count, int pe);

    /// Begins to read, as [#get(long, MemorySegment, int)] does, and returns at
    /// once. `dst` has the data after [Shmem#quiet], and its elements are undefined before.
    void getNbi(long index, MemorySegment dst, int pe);

    /// Begins to read, as [#get(long, SymArray, long, long, int)] does, and returns at
    /// once. `dst` has the data after [Shmem#quiet], and its elements are undefined before.
    void getNbi(long index, S dst, long to, long count, int pe);

    /// Writes `blocks` blocks of `blockSize` elements each. Block `k` begins at `from + k * srcStride` in `src`, and at
    /// `index + k * dstStride` on PE `pe`.
    ///
    /// @param index first element of the first block that is written on PE `pe`
    /// @param dstStride elements from the start of one written block to the start of the next
    /// @param src source; the caller may change it on return
    /// @param from first element of the first block of `src`
    /// @param srcStride elements from the start of one read block to the start of the next
    /// @param blockSize number of elements of each block
    /// @param blocks number of blocks to copy; 0 copies none
    /// @param pe PE whose copy is written; it may be this PE
    /// @throws IllegalArgumentException if a stride is below `blockSize` or below 1, or a number is negative
    void ibput(long index, long dstStride, A src, int from, int srcStride, int blockSize, int blocks, int pe);

    /// Writes from this PE's copy of `src`, which must not overlap the elements that are written, as
    /// [#ibput(long, long, Object, int, int, int, int, int)] does.
    void ibput(long index, long dstStride, S src, long from, long srcStride, long blockSize, long blocks, int pe);

    /// Writes from the elements of a segment, as [#ibput(long, long, Object, int, int, int, int, int)] does. Index
    /// `from` and `srcStride` count elements.
    void ibput(
            long index,
            long dstStride,
            MemorySegment src,
            long from,
            long srcStride,
            long blockSize,
            long blocks,
            int pe);

    /// Writes the elements `from`, `from + srcStride`, ... of `src` to the elements `index`, `index + dstStride`, ...
    /// on PE `pe`, as [#ibput(long, long, Object, int, int, int, int, int)] does with blocks of one element.
    ///
    /// ```java
    /// box.iput(0, 8, data, 0, 1, 3, pe);               // data[0] to data[2] become elements 0, 8, 16: a column
    /// ```
    void iput(long index, long dstStride, A src, int from, int srcStride, int count, int pe);

    /// Writes from this PE's copy of `src`, which must not overlap the elements that are written, as
    /// [#iput(long, long, Object, int, int, int, int)] does.
    void iput(long index, long dstStride, S src, long from, long srcStride, long count, int pe);

    /// Writes from the elements of a segment, as [#iput(long, long, Object, int, int, int, int)] does. Index `from`
    /// and `srcStride` count elements.
    void iput(long index, long dstStride, MemorySegment src, long from, long srcStride, long count, int pe);

    /// Reads `blocks` blocks of `blockSize` elements each. Block `k` begins at `index + k * srcStride` on PE `pe`, and
    /// at `to + k * dstStride` in `dst`.
    ///
    /// @param index first element of the first block that is read on PE `pe`
    /// @param srcStride elements from the start of one read block to the start of the next
    /// @param dst destination; complete on return
    /// @param to first element of the first block of `dst`
    /// @param dstStride elements from the start of one written block to the start of the next
    /// @param blockSize number of elements of each block
    /// @param blocks number of blocks to copy; 0 copies none
    /// @param pe PE whose copy is read; it may be this PE
    /// @throws IllegalArgumentException if a stride is below `blockSize` or below 1, or a number is negative
    void ibget(long index, long srcStride, A dst, int to, int dstStride, int blockSize, int blocks, int pe);

    /// Reads into this PE's copy of `dst`, as [#ibget(long, long, Object, int, int, int, int, int)] does.
    void ibget(long index, long srcStride, S dst, long to, long dstStride, long blockSize, long blocks, int pe);

    /// Reads into the elements of a segment, as [#ibget(long, long, Object, int, int, int, int, int)] does. Index `to`
    /// and `dstStride` count elements.
    void ibget(
            long index,
            long srcStride,
            MemorySegment dst,
            long to,
            long dstStride,
            long blockSize,
            long blocks,
            int pe);

    /// Reads the elements `index`, `index + srcStride`, ... on PE `pe` to the elements `to`, `to + dstStride`, ... of
    /// `dst`, as [#ibget(long, long, Object, int, int, int, int, int)] does with blocks of one element.
    void iget(long index, long srcStride, A dst, int to, int dstStride, int count, int pe);

    /// Reads into this PE's copy of `dst`, as [#iget(long, long, Object, int, int, int, int)] does.
    void iget(long index, long srcStride, S dst, long to, long dstStride, long count, int pe);

    /// Reads into the elements of a segment, as [#iget(long, long, Object, int, int, int, int)] does. Index `to` and
    /// `dstStride` count elements.
    void iget(long index, long srcStride, MemorySegment dst, long to, long dstStride, long count, int pe);

    /// Writes as [#put(long, Object, int, int, int)], then updates the signal `sig` on the same PE: a PE that
    /// sees the new signal sees the data of this call.
    ///
    /// jshmem also makes earlier updates *of the same context to the same PE* visible with the signal;
    /// OpenSHMEM does not. Data for other PEs need [Shmem#quiet] before the signal.
    ///
    /// ```java
    /// box.putSignal(0, data, 0, 3, ready, 1, SignalOp.SET, next);
    /// ready.waitUntil(Cmp.GE, 1);                      // on PE next: elements 0 to 2 are there
    /// ```
    ///
    /// @param index first element that is written on PE `pe`
    /// @param src source; the caller may change it on return
    /// @param from first element of `src` that is read
    /// @param count number of elements to copy; 0 copies none and still updates the signal
    /// @param sig signal whose word on PE `pe` is updated after the data
    /// @param value what `op` sets or adds, unsigned
    /// @param op whether the word is set to `value` or `value` is added
    /// @param pe PE whose copy is written; it may be this PE
    /// @throws IndexOutOfBoundsException if elements or PE do not exist
    void putSignal(long index, A src, int from, int count, Signal sig, long value, SignalOp op, int pe);

    /// Writes all of `src` to the elements from index 0, then updates the signal, as
    /// [#putSignal(long, Object, int, int, Signal, long, SignalOp, int)] does. It sets the signal.
    default void putSignal(A src, Signal sig, long value, int pe) {
        putSignal(0, src, 0, lengthOf(src), sig, value, SignalOp.SET, pe);
    }

    /// Writes all of a segment, then updates the signal, as
    /// [#putSignal(long, Object, int, int, Signal, long, SignalOp, int)] does.
    void putSignal(long index, MemorySegment src, Signal sig, long value, SignalOp op, int pe);

    /// Writes elements of this PE's copy of `src`, then updates the signal, as
    /// [#putSignal(long, Object, int, int, Signal, long, SignalOp, int)] does.
    void putSignal(long index, S src, long from, long count, Signal sig, long value, SignalOp op, int pe);

    /// Begins to write, as [#putSignal(long, Object, int, int, Signal, long, SignalOp, int)] does, and returns at
    /// once: `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    void putSignalNbi(long index, A src, int from, int count, Signal sig, long value, SignalOp op, int pe);

    /// Begins to write, as [#putSignal(long, MemorySegment, Signal, long, SignalOp, int)] does, and returns at once:
    /// `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    void putSignalNbi(long index, MemorySegment src, Signal sig, long value, SignalOp op, int pe);

    /// Begins to write, as [#putSignal(long, SymArray, long, long, Signal, long, SignalOp, int)] does, and returns at
    /// once: `src` is in use until [Shmem#quiet], after which the data are visible on `pe`.
    void putSignalNbi(long index, S src, long from, long count, Signal sig, long value, SignalOp op, int pe);

    /// The length of a Java array; of null 1, which the long form then refuses.
    private static int lengthOf(Object array) {
        return array == null ? 1 : Array.getLength(array);
    }
}
