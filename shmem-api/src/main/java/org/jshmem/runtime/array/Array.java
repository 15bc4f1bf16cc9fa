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

/// A symmetric array: the transfers that are common to all element types. Transfers from and to Java arrays are in
/// the class of each type. In these methods the JIT knows the class of the Java array, even if the program also
/// moves arrays of other types.
public abstract class Array<A, S extends SymArray<A, S>> extends Place implements SymArray<A, S> {
    public final ElementType type;
    private final int shift;

    Array(ElementType type, Block block, Context context, long offset, long length, boolean part) {
        super(block, context, type.bytes(), offset, length, part);
        this.type = type;
        this.shift = Integer.numberOfTrailingZeros(type.bytes());
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
        name(name);
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
        if (block.name != null) moved.name(block.name);
        return view(moved, context, moved.offset, n, false);
    }

    /// Offset of element `i` in the region.
    final long at(long i) {
        return offset + (i << shift);
    }

    // contiguous

    @Override
    public void put(long i, MemorySegment src, int pe) {
        long n = elements("put", "src", src);
        if (moves("put", i, n, pe)) towards(pe).put(world(pe), at(i), src, 0, n << shift);
    }

    @Override
    public void put(long i, S src, long from, long n, int pe) {
        if (!moves("put", i, n, pe)) return;
        towards(pe).copy(world(pe), at(i), transport.pe(), own("put", "src", src, from, n), n << shift);
    }

    @Override
    public void putNbi(long i, MemorySegment src, int pe) {
        long n = elements("putNbi", "src", src);
        if (moves("putNbi", i, n, pe)) towards(pe).putNbi(world(pe), at(i), src, 0, n << shift);
    }

    @Override
    public void putNbi(long i, S src, long from, long n, int pe) {
        if (!moves("putNbi", i, n, pe)) return;
        towards(pe).copyNbi(world(pe), at(i), transport.pe(), own("putNbi", "src", src, from, n), n << shift);
    }

    @Override
    public void get(long i, MemorySegment dst, int pe) {
        long n = elements("get", "dst", dst);
        if (moves("get", i, n, pe)) towards(pe).get(world(pe), at(i), writable("get", dst), 0, n << shift);
    }

    @Override
    public void get(long i, S dst, long to, long n, int pe) {
        if (!moves("get", i, n, pe)) return;
        towards(pe).copy(transport.pe(), own("get", "dst", dst, to, n), world(pe), at(i), n << shift);
    }

    @Override
    public void getNbi(long i, MemorySegment dst, int pe) {
        long n = elements("getNbi", "dst", dst);
        if (moves("getNbi", i, n, pe)) towards(pe).getNbi(world(pe), at(i), writable("getNbi", dst), 0, n << shift);
    }

    @Override
    public void getNbi(long i, S dst, long to, long n, int pe) {
        if (!moves("getNbi", i, n, pe)) return;
        towards(pe).copyNbi(transport.pe(), own("getNbi", "dst", dst, to, n), world(pe), at(i), n << shift);
    }

    // strided

    @Override
    public void ibput(long i, long dstStride, A src, int from, int srcStride, int blockSize, int blocks, int pe) {
        Strided.move(true, this, i, dstStride, src, from, srcStride, blockSize, blocks, pe);
    }

    @Override
    public void ibget(long i, long srcStride, A dst, int to, int dstStride, int blockSize, int blocks, int pe) {
        Strided.move(false, this, i, srcStride, dst, to, dstStride, blockSize, blocks, pe);
    }

    @Override
    public void ibput(long i, long dstStride, S src, long from, long srcStride, long blockSize, long blocks, int pe) {
        Strided.move(true, this, i, dstStride, src, from, srcStride, blockSize, blocks, pe);
    }

    @Override
    public void ibget(long i, long srcStride, S dst, long to, long dstStride, long blockSize, long blocks, int pe) {
        Strided.move(false, this, i, srcStride, dst, to, dstStride, blockSize, blocks, pe);
    }

    @Override
    public void ibput(long i, long dstStride, MemorySegment src, long from, long srcStride, long size, long n, int pe) {
        Strided.move(true, this, i, dstStride, src, from, srcStride, size, n, pe);
    }

    @Override
    public void ibget(long i, long srcStride, MemorySegment dst, long to, long dstStride, long size, long n, int pe) {
        Strided.move(false, this, i, srcStride, dst, to, dstStride, size, n, pe);
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
            word.follow(towards(pe), op, v, world(pe));
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
            word.follow(towards(pe), op, v, world(pe));
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
            word.follow(towards(pe), op, v, world(pe));
        }
    }

    @Override
    public void putSignalNbi(long i, A src, int from, int n, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignalNbi", sig, op, pe);
        putNbi(i, src, from, n, pe);
        word.follow(towards(pe), op, v, world(pe));
    }

    @Override
    public void putSignalNbi(long i, MemorySegment src, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignalNbi", sig, op, pe);
        putNbi(i, src, pe);
        word.follow(towards(pe), op, v, world(pe));
    }

    @Override
    public void putSignalNbi(long i, S src, long from, long n, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignalNbi", sig, op, pe);
        putNbi(i, src, from, n, pe);
        word.follow(towards(pe), op, v, world(pe));
    }

    /// Whether the backend may join data and signal in one message. In shared memory both are stores.
    private boolean joins(SignalOp op, long n, int pe) {
        return op == SignalOp.SET && n > 0 && transport.reach(world(pe)) == Reach.RMA;
    }

    // checks

    /// Checks the symmetric side of a transfer. True if elements move.
    private boolean moves(String verb, long i, long n, int pe) {
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
    private long own(String verb, String name, S array, long from, long n) {
        return other(verb, name, array, from, n).at(from);
    }

    private SignalWord signal(String verb, Signal sig, SignalOp op, int pe) {
        if (sig == null) throw Refusal.missing(this, verb, "sig");
        if (op == null) throw Refusal.missing(this, verb, "op");
        SignalWord word = (SignalWord) sig;
        if (word.block.session != block.session) throw Refusal.foreign(this, verb, "sig");
        word.check(verb, 0, 1);
        checkPe(verb, 0, 0, pe);
        return word;
    }
}
