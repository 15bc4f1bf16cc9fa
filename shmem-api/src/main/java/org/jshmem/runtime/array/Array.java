// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.lang.foreign.MemorySegment;
import org.jshmem.Ctx;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymArray;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;

/// A symmetric array: its views, the puts with a signal, and the checks. Puts and gets are in the class of each type,
/// where the JIT knows the class of the Java array, even if the program also moves arrays of other types.
public abstract class Array<A, S extends SymArray<A, S>> extends SymObject implements SymArray<A, S> {
    public final ElementType type;
    private final int shift;

    Array(ElementType type, Block block, Context context, long offset, long length, boolean part) {
        super(block, context, type.bytes, offset, length, part);
        this.type = type;
        this.shift = Integer.numberOfTrailingZeros(type.bytes);
    }

    /// Another view, of this class.
    abstract S view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart);

    /// The kind of object that its allocation names.
    ObjectKind kind() {
        return ObjectKind.of(type);
    }

    /// A Java array as a segment.
    abstract MemorySegment segment(A array);

    /// Element `k` of a Java array as the bits that a channel moves.
    abstract long bits(A array, int k);

    /// Sets element `k` of a Java array from the bits that a channel moves.
    abstract void bits(A array, int k, long value);

    @Override
    @SuppressWarnings("unchecked") // each class of arrays is its own S
    public S named(String name) {
        block.name(label(), name);
        return (S) this;
    }

    @Override
    public S on(Ctx ctx) {
        return view(block, Context.of(ctx, block.session), offset, length, part);
    }

    @Override
    public S slice(long from, long n) {
        check("slice", from, n);
        return view(block, context, at(from), n, true);
    }

    @Override
    public S realloc(long n) {
        if (part) throw Refusal.slice(this, "realloc", "reallocate");
        check("realloc", 0, 0);
        Block moved = block.session.allocator.realloc(block, kind(), n);
        if (block.name != null) moved.name(this, block.name);
        return view(moved, context, moved.offset, n, false);
    }

    /// Offset of element `i` in the region.
    final long at(long i) {
        return offset + (i << shift);
    }

    // puts with a signal, which follows the data through the same channel

    @Override
    public void putSignal(long i, A src, int from, int n, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignal", sig, op, pe);
        if (joins(op, n, pe)) {
            moves("put", i, "src", src, from, n, pe);
            channel.putSignal(world(pe), at(i), segment(src), (long) from << shift, (long) n << shift, word.offset, v);
        } else {
            put(i, src, from, n, pe);
            word.follow(channel, op, v, world(pe));
        }
    }

    @Override
    public void putSignal(long i, MemorySegment src, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignal", sig, op, pe);
        long n = elements("put", "src", src);
        if (joins(op, n, pe)) {
            checkPe("put", i, n, pe);
            channel.putSignal(world(pe), at(i), src, 0, n << shift, word.offset, v);
        } else {
            put(i, src, pe);
            word.follow(channel, op, v, world(pe));
        }
    }

    @Override
    public void putSignal(long i, S src, long from, long n, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignal", sig, op, pe);
        if (joins(op, n, pe)) {
            checkPe("put", i, n, pe);
            long source = transport.address(transport.pe(), own("put", "src", src, from, n));
            channel.putSignal(world(pe), at(i), Memory.everywhere(), source, n << shift, word.offset, v);
        } else {
            put(i, src, from, n, pe);
            word.follow(channel, op, v, world(pe));
        }
    }

    @Override
    public void putSignalNbi(long i, MemorySegment src, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignalNbi", sig, op, pe);
        putNbi(i, src, pe);
        word.follow(channel, op, v, world(pe));
    }

    /// Whether the backend may join data and signal in one message. In shared memory both are stores.
    private boolean joins(SignalOp op, long n, int pe) {
        return op == SignalOp.SET && n > 0 && transport.reach(world(pe)) == Reach.RMA;
    }

    // strided

    /// Puts to, or gets from, blocks of `size` elements at `i`, `i + stride` and so on of PE `pe`, as `verb` says. On
    /// the other side the starts of two blocks are `step` elements apart: in a Java array, a segment, or this PE's
    /// copy of a symmetric array. All checks precede the first transfer. Blocks of one element move between
    /// symmetric and Java arrays by stores and loads.
    @SuppressWarnings("unchecked") // all that is neither a symmetric array nor a segment is a Java array of this class
    final void strided(
            String verb, long i, long stride, Object other, long from, long step, long size, long n, int pe) {
        boolean puts = verb.endsWith("put");
        String name = puts ? "src" : "dst";
        checkPe(verb, 0, 0, pe);
        if (n < 0) throw Refusal.count(this, verb, verb.startsWith("ib") ? "blocks" : "count", n);
        if (size < 0) throw Refusal.count(this, verb, "blockSize", size);
        long least = Math.max(1, size);
        if (stride < least || step < least) {
            String mistake =
                    "strides %d and %d must be at least %d; give element strides from block start to block start";
            throw Refusal.argument(this, verb, mistake, stride, step, least);
        }
        if (n == 0 || size == 0) return;
        if (exceeds(i, stride, size, n, length)) throw Refusal.strided(this, verb, i, n, size, stride);
        long have = switch (other) {
            case null -> throw Refusal.missing(this, verb, name);
            case Array<?, ?> _ -> other(verb, name, other, 0, 0).length;
            case MemorySegment segment -> elements(verb, name, segment);
            default -> java.lang.reflect.Array.getLength(other);
        };
        if (exceeds(from, step, size, n, have)) {
            throw Refusal.stridedBuffer(this, verb, name, from, n, size, step, have);
        }
        int target = world(pe);
        int me = transport.pe();
        Array<?, ?> own = other instanceof Array<?, ?> symmetric ? symmetric : null;
        A array = own != null || other instanceof MemorySegment ? null : (A) other;
        MemorySegment segment = array != null ? segment(array) : own == null ? (MemorySegment) other : null;
        if (!puts && segment != null) writable(verb, segment);
        if (!puts && transport.reach(target) == Reach.RMA) {
            MemorySegment dst = segment != null ? segment : Memory.everywhere();
            long to = segment != null ? from * width : transport.address(me, own.at(from));
            if (channel.getBlocks(target, at(i), stride * width, dst, to, step * width, size * width, n)) return;
        }
        for (long k = 0; k < n; k++) {
            long at = at(i + k * stride);
            long there = from + k * step;
            if (size == 1 && array != null) {
                if (puts) channel.store(target, at, width, bits(array, (int) there));
                else bits(array, (int) there, channel.load(target, at, width));
            } else if (segment != null) {
                if (puts) channel.put(target, at, segment, there * width, size * width);
                else channel.get(target, at, segment, there * width, size * width);
            } else if (puts) channel.copy(target, at, me, own.at(there), size * width);
            else channel.copy(me, own.at(there), target, at, size * width);
        }
    }

    /// Whether `n` blocks of `size` elements, from index `i` on, end beyond `length` elements.
    private static boolean exceeds(long i, long stride, long size, long n, long length) {
        return i < 0 || i > length - size || n - 1 > (length - size - i) / stride;
    }

    // checks

    /// Checks the symmetric side of a transfer. True if elements move.
    final boolean moves(String verb, long i, long n, int pe) {
        checkPe(verb, i, n, pe);
        return n != 0;
    }

    /// The number of elements of a segment.
    final long elements(String verb, String name, MemorySegment segment) {
        if (segment == null) throw Refusal.missing(this, verb, name);
        long bytes = Memory.bytes(segment);
        if ((bytes & (width - 1)) != 0) {
            String mistake = "%s has %d bytes, no whole number of %d-byte elements; cut it with asSlice";
            throw Refusal.argument(this, verb, mistake, name, bytes, width);
        }
        return bytes >> shift;
    }

    /// Refuses a segment that cannot be written.
    final MemorySegment writable(String verb, MemorySegment dst) {
        if (dst.isReadOnly()) throw Refusal.argument(this, verb, "dst is read-only; give a writable segment");
        return dst;
    }

    /// The symmetric array of an argument, with `n` elements from `from` on.
    final Array<?, ?> other(String verb, String name, Object array, long from, long n) {
        if (array == null) throw Refusal.missing(this, verb, name);
        Array<?, ?> other = (Array<?, ?>) array;
        other.check(verb, name, from, n);
        if (other.block.session != block.session) throw Refusal.foreign(this, verb, name);
        return other;
    }

    /// Offset of element `from` of a symmetric array with `n` elements from there on.
    final long own(String verb, String name, S array, long from, long n) {
        return other(verb, name, array, from, n).at(from);
    }

    final SignalWord signal(String verb, Signal sig, SignalOp op, int pe) {
        if (sig == null) throw Refusal.missing(this, verb, "sig");
        if (op == null) throw Refusal.missing(this, verb, "op");
        SignalWord word = (SignalWord) sig;
        if (word.block.session != block.session) throw Refusal.foreign(this, verb, "sig");
        word.check(verb, 0, 1);
        checkPe(verb, 0, 0, pe);
        return word;
    }
}
