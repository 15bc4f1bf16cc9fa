// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.MemorySegment;

/// A stream of operations of a PE, ordered and completed apart from the PE's other streams. Each context has one
/// channel.
///
/// `pe` is a number in the job, and `offset` counts bytes from the start of that PE's region. `width` is 1, 2, 4 or
/// 8 bytes. It is a compile-time constant at every call site, so that it costs no time. Values are of type `long`,
/// sign-extended.
///
/// **Completion.** An operation returns when its source may be reused. Operations that return a value, and `get`,
/// return when the value is there. The `Nbi` forms return earlier: the caller must not touch their source or
/// destination before the next `quiet`. Updates are complete after `quiet`.
///
/// **Order.** `signal` and `atomic` follow all earlier updates of this channel *at the same PE*. They order no
/// updates at other PEs: [#release] orders these. The PE's own earlier loads and stores are visible to every PE
/// that observes the signal or atomic.
///
/// A backend has to implement five methods. All others have a default that is correct on every backend. A backend
/// replaces a default to make it faster.
public interface Channel {

    /// Duty: returns the transport that this channel belongs to.
    Transport transport();

    /// Duty: copies from private memory. Aligned words of 4 and 8 bytes are written whole.
    void put(int pe, long offset, MemorySegment src, long from, long bytes);

    /// Duty: copies to private memory.
    void get(int pe, long offset, MemorySegment dst, long to, long bytes);

    /// Duty: changes an aligned 4- or 8-byte word atomically, returns its old value, and wakes the PE if it awaits the
    /// word.
    long atomic(Atomic op, int pe, long offset, int width, long operand, long expected);

    /// Sets an aligned 8-byte flag after this channel's earlier data to that PE, and wakes the PE if it awaits the
    /// flag. The default is an atomic.
    default void signal(int pe, long offset, long value) {
        atomic(Atomic.SWAP, pe, offset, Long.BYTES, value, 0);
    }

    /// Duty: completes this channel's updates at all PEs, and its `Nbi` forms.
    void quiet();

    /// Stores the low `width` bytes of a value; written whole if aligned. All machines are little-endian.
    default void store(int pe, long offset, int width, long value) {
        put(pe, offset, MemorySegment.ofArray(new long[] {value}), 0, width);
    }

    /// Loads `width` bytes; read whole if aligned.
    default long load(int pe, long offset, int width) {
        long[] word = new long[1];
        get(pe, offset, MemorySegment.ofArray(word), 0, width);
        int above = Long.SIZE - Byte.SIZE * width;
        return word[0] << above >> above;
    }

    /// As [#load], for a word that other PEs write as a flag: the load of a test. An acquire.
    default long look(int pe, long offset, int width) {
        return load(pe, offset, width);
    }

    /// Copies between two regions; one of them is this PE's.
    default void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Transport t = transport();
        MemorySegment all = Memory.everywhere();
        if (srcPe == t.pe()) put(dstPe, dstOffset, all, t.address(srcPe, srcOffset), bytes);
        else get(srcPe, srcOffset, all, t.address(dstPe, dstOffset), bytes);
    }

    /// As [#put], from `count` words of an array, which the caller has just written.
    default void putWords(int pe, long offset, long[] words, int from, int count) {
        put(pe, offset, MemorySegment.ofArray(words), 8L * from, 8L * count);
    }

    /// As [#put], and may return before `src` may be reused.
    default void putNbi(int pe, long offset, MemorySegment src, long from, long bytes) {
        put(pe, offset, src, from, bytes);
    }

    /// As [#get], and may return before the bytes are there.
    default void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        get(pe, offset, dst, to, bytes);
    }

    /// As `count` calls of [#get], whose offsets are `stride` bytes apart, and their destinations `step`. Does nothing
    /// and returns false if one request after the other is as fast.
    default boolean getBlocks(
            int pe, long offset, long stride, MemorySegment dst, long to, long step, long bytes, long count) {
        return false;
    }

    /// As [#copy], and may return before the bytes are read or written.
    default void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    /// Returns an aligned 4- or 8-byte word: an atomic that changes no bit.
    default long fetch(int pe, long offset, int width) {
        return atomic(Atomic.ADD, pe, offset, width, 0, 0);
    }

    /// As [#atomic], without a result.
    default void update(Atomic op, int pe, long offset, int width, long operand) {
        atomic(op, pe, offset, width, operand, 0);
    }

    /// As [#atomic]. After the next quiet the old value is at `result` of this PE's own region.
    default void atomicNbi(Atomic op, int pe, long offset, int width, long operand, long expected, long result) {
        store(transport().pe(), result, width, atomic(op, pe, offset, width, operand, expected));
    }

    /// A put, and the flag that follows it. The flag need not follow earlier puts.
    default void putSignal(int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        put(pe, offset, src, from, bytes);
        bindNextSignal(pe);
        signal(pe, flag, value);
    }

    /// A copy from this PE's region, and a flag that follows it and all earlier updates.
    default void copySignal(int pe, long offset, long from, long bytes, long flag, long value) {
        copy(pe, offset, transport().pe(), from, bytes);
        signal(pe, flag, value);
    }

    /// Binds the next signal to `pe` to the last put there. The default does nothing: signals follow all earlier
    /// updates. A backend that delays puts uses it, because the specification orders a signal after its own put
    /// alone.
    default void bindNextSignal(int pe) {}

    /// Orders all earlier updates of this channel before later signals and atomics of this PE, at every PE. A PE
    /// that observes one of these also observes the updates. A backend on one shared memory may do nothing.
    default void release() {
        quiet();
    }

    /// Orders earlier updates before later updates, at each PE.
    default void fence() {
        quiet();
    }

    /// As [#quiet], for one target PE.
    default void quiet(int pe) {
        quiet();
    }

    /// Completes all operations and closes the channel. The default channel of a transport is never closed.
    default void close() {
        quiet();
    }
}
