// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.MemorySegment;

/// One stream of operations of a PE, ordered and completed apart from its other streams: what stands behind a
/// context.
///
/// `pe` is a number in the job, `offset` counts bytes from the start of that PE's region, `width` is 1, 2, 4 or 8
/// bytes and a compile-time constant at every call site, so that it costs nothing. Values travel as `long`,
/// sign-extended.
///
/// **Completion.** An operation returns when its source may be reused; those that return a value, and `get`,
/// have it then. The `Nbi` forms return earlier, and neither source nor destination may be touched before the
/// next `quiet`. Updates are complete after `quiet`.
///
/// **Order.** `signal` and `atomic` come after all earlier updates of this channel *at the same PE*. They say
/// nothing of other PEs: [#release] does. Own loads and stores before them are visible to whoever sees them.
///
/// Six methods are duties. All others have a default over them that is right everywhere, for a backend to replace
/// where it can do better.
public interface Channel {

    /// The transport that this channel belongs to.
    Transport transport();

    /// Duty: copies from private memory. Aligned words of 4 and 8 bytes are seen whole.
    void put(int pe, long offset, MemorySegment src, long from, long bytes);

    /// Duty: copies to private memory.
    void get(int pe, long offset, MemorySegment dst, long to, long bytes);

    /// Duty: changes an aligned 4- or 8-byte word atomically and returns what it was.
    long atomic(Atomic op, int pe, long offset, int width, long operand, long expected);

    /// Duty: sets an aligned 8-byte flag that follows this channel's data to that PE, and wakes the PE if it
    /// awaits the flag.
    void signal(int pe, long offset, long value);

    /// Duty: completes this channel's updates everywhere, and its `Nbi` forms.
    void quiet();

    /// The channel that carries this channel's operations to that PE, to be looked up once for many of them. Order and
    /// completion stay this channel's. By default this channel itself.
    default Channel towards(int pe) {
        return this;
    }

    /// Stores the low `width` bytes of a value; seen whole when aligned.
    default void store(int pe, long offset, int width, long value) {
        put(pe, offset, WordSegments.of(width, value), 0, width);
    }

    /// Loads `width` bytes; seen whole when aligned.
    default long load(int pe, long offset, int width) {
        MemorySegment word = WordSegments.of(width, 0);
        get(pe, offset, word, 0, width);
        return WordSegments.value(width, word);
    }

    /// As [#load], of a word that others write as a flag: what a test does. An acquire.
    default long look(int pe, long offset, int width) {
        return load(pe, offset, width);
    }

    /// Copies between two regions, one of which is this PE's.
    default void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Transport t = transport();
        MemorySegment all = Memory.everywhere();
        if (srcPe == t.pe()) put(dstPe, dstOffset, all, t.address(srcPe, srcOffset), bytes);
        else get(srcPe, srcOffset, all, t.address(dstPe, dstOffset), bytes);
    }

    /// As [#put], and may return before `src` may be reused.
    default void putNbi(int pe, long offset, MemorySegment src, long from, long bytes) {
        put(pe, offset, src, from, bytes);
    }

    /// As [#get], and may return before the bytes are there.
    default void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        get(pe, offset, dst, to, bytes);
    }

    /// As [#copy], and may return before the bytes were read or written.
    default void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    /// The value of an aligned 4- or 8-byte word, as an atomic that changes nothing.
    default long fetch(int pe, long offset, int width) {
        return atomic(Atomic.ADD, pe, offset, width, 0, 0);
    }

    /// As [#atomic] for a result that nobody wants.
    default void update(Atomic op, int pe, long offset, int width, long operand) {
        atomic(op, pe, offset, width, operand, 0);
    }

    /// As [#atomic]; what the word was is at `result` of this PE's own region after the next quiet.
    default void atomicNbi(Atomic op, int pe, long offset, int width, long operand, long expected, long result) {
        store(transport().pe(), result, width, atomic(op, pe, offset, width, operand, expected));
    }

    /// A put and the flag that follows it, but perhaps not what was put before.
    default void putSignal(int pe, long offset, MemorySegment src, long from, long bytes, long flag, long value) {
        put(pe, offset, src, from, bytes);
        bindNextSignal(pe);
        signal(pe, flag, value);
    }

    /// A copy from this PE's region, and a flag that follows it and all updates before.
    default void copySignal(int pe, long offset, long from, long bytes, long flag, long value) {
        copy(pe, offset, transport().pe(), from, bytes);
        signal(pe, flag, value);
    }

    /// Marks the next signal to `pe` as belonging to the last put there. Nothing where signals follow all earlier
    /// updates; a backend that delays puts has to know it, because the specification orders a signal after its own
    /// put alone.
    default void bindNextSignal(int pe) {}

    /// Whoever sees a later signal or atomic of this PE, on whatever PE, also sees all earlier updates of this
    /// channel. Nothing, where memory is one.
    default void release() {
        quiet();
    }

    /// Updates before it come before updates after it, at each PE.
    default void fence() {
        quiet();
    }

    /// As [#quiet], towards one PE.
    default void quiet(int pe) {
        quiet();
    }

    /// Completes everything and gives the channel up. The default channel of a transport is never closed.
    default void close() {
        quiet();
    }
}
