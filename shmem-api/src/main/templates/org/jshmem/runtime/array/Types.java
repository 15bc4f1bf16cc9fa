// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.*;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Block;
// if SWAP
import org.jshmem.transport.Atomic;
// end
// unless MEM
import org.jshmem.transport.Memory;
// end

/// A symmetric array of TYPEs: access to single elements, and transfers from and to Java arrays.
final class Types extends ArrayOrWords<TYPE[], SymTypes> implements SymTypes {

    /// Bytes that a fill puts at once.
    private static final int PIECE = 8 << 10;

    Types(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.TYPE, block, context, offset, length, part);
    }

    /// All elements of an allocation.
    Types(Block block, Context context, long length) {
        this(block, context, block.offset, length, false);
    }

    @Override
    SymTypes view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Types(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    public String noun() {
        return "TYPEs";
    }

    /// An element as the bits that a channel moves.
    private static long bits(TYPE v) {
        return BITS_OF_V;
    }

    /// The element with these bits.
    private static TYPE element(long bits) {
        return ELEMENT_OF_BITS;
    }

    @Override
    MemorySegment segment(TYPE[] array) {
        return MemorySegment.ofArray(array);
    }

    @Override
    long bits(TYPE[] array, int k) {
        return bits(array[k]);
    }

    @Override
    void bits(TYPE[] array, int k, long value) {
        array[k] = element(value);
    }
    // for SOURCES

    @Override
    public void ibput(long i, long stride, SOURCE src, COUNT from, COUNT step, COUNT size, COUNT n, int pe) {
        strided("ibput", i, stride, src, from, step, size, n, pe);
    }

    @Override
    public void ibget(long i, long stride, SOURCE dst, COUNT to, COUNT step, COUNT size, COUNT n, int pe) {
        strided("ibget", i, stride, dst, to, step, size, n, pe);
    }

    @Override
    public void iput(long i, long stride, SOURCE src, COUNT from, COUNT step, COUNT n, int pe) {
        strided("iput", i, stride, src, from, step, 1, n, pe);
    }

    @Override
    public void iget(long i, long stride, SOURCE dst, COUNT to, COUNT step, COUNT n, int pe) {
        strided("iget", i, stride, dst, to, step, 1, n, pe);
    }
    // end
    // for ARRAYS

    @Override
    public void putSignalNbi(long i, SOURCE src, COUNT from, COUNT n, Signal sig, long v, SignalOp op, int pe) {
        SignalWord word = signal("putSignalNbi", sig, op, pe);
        putNbi(i, src, from, n, pe);
        word.follow(channel, op, v, world(pe));
    }
    // end

    @Override
    public void fill(long i, long n, TYPE v, int pe) {
        if (!moves("fill", i, n, pe)) return;
        TYPE[] values = new TYPE[(int) Math.min(n, PIECE / TYPE_BYTES)];
        Arrays.fill(values, v);
        for (long k = 0; k < n; k += values.length) {
            long bytes = Math.min(values.length, n - k) << TYPE_SHIFT;
            channel.put(world(pe), at(i + k), segment(values), 0, bytes);
        }
    }
    // for NBI

    @Override
    public void putNbi(long i, TYPE[] src, int from, int n, int pe) {
        if (!moves("putNbi", i, "src", src, from, n, pe)) return;
        long at = offset + (i << TYPE_SHIFT);
        channel.putNbi(world(pe), at, segment(src), (long) from << TYPE_SHIFT, (long) n << TYPE_SHIFT);
    }

    @Override
    public void putNbi(long i, MemorySegment src, int pe) {
        long n = elements("putNbi", "src", src);
        if (moves("putNbi", i, n, pe)) channel.putNbi(world(pe), at(i), src, 0, n << TYPE_SHIFT);
    }

    @Override
    public void putNbi(long i, SymTypes src, long from, long n, int pe) {
        if (!moves("putNbi", i, n, pe)) return;
        channel.copyNbi(world(pe), at(i), transport.pe(), own("putNbi", "src", src, from, n), n << TYPE_SHIFT);
    }

    @Override
    public void getNbi(long i, TYPE[] dst, int to, int n, int pe) {
        if (!moves("getNbi", i, "dst", dst, to, n, pe)) return;
        long at = offset + (i << TYPE_SHIFT);
        channel.getNbi(world(pe), at, segment(dst), (long) to << TYPE_SHIFT, (long) n << TYPE_SHIFT);
    }

    @Override
    public void getNbi(long i, MemorySegment dst, int pe) {
        long n = elements("getNbi", "dst", dst);
        if (moves("getNbi", i, n, pe)) channel.getNbi(world(pe), at(i), writable("getNbi", dst), 0, n << TYPE_SHIFT);
    }

    @Override
    public void getNbi(long i, SymTypes dst, long to, long n, int pe) {
        if (!moves("getNbi", i, n, pe)) return;
        channel.copyNbi(transport.pe(), own("getNbi", "dst", dst, to, n), world(pe), at(i), n << TYPE_SHIFT);
    }
    // end
    // if MEM

    @Override
    ObjectKind kind() {
        return ObjectKind.MEM;
    }
    // for TYPES

    @Override
    public SymTypes asTypes() {
        return new Types(block, context, offset, elements("asTypes", TYPE_BYTES), part);
    }
    // end

    /// Returns the number of elements of `size` bytes that fit. Refuses memory that is too short for one element, or
    /// not aligned to elements.
    private long elements(String verb, int size) {
        check(verb, 0, 0);
        if (length > 0 && length < size) {
            throw Refusal.argument(this, verb, "%d bytes hold no element of %d; make it longer", length, size);
        }
        if (offset % size != 0) {
            String mistake = "byteOffset %d is not a multiple of %d; begin the slice at a multiple";
            throw Refusal.argument(this, verb, mistake, byteOffset(), size);
        }
        block.viewed(size, kind());
        return length / size;
    }
    // end
    // unless MEM

    @Override
    public TYPE get(long i) {
        check("get", i, 1);
        return Memory.getType(address + (i << TYPE_SHIFT));
    }

    @Override
    public void set(long i, TYPE v) {
        check("set", i, 1);
        Memory.setType(address + (i << TYPE_SHIFT), v);
    }

    @Override
    public void p(long i, TYPE v, int pe) {
        int target = target("p", i, pe);
        channel.store(target, offset + (i << TYPE_SHIFT), TYPE_BYTES, bits(v));
    }

    @Override
    public TYPE g(long i, int pe) {
        return element(channel.load(target("g", i, pe), offset + (i << TYPE_SHIFT), TYPE_BYTES));
    }
    // end
    // if WAIT
    // for VALUES

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, VALUE v) {
        several("waitUntilAll", i, n, skip, c, v).all(true);
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, VALUE v) {
        return several("testAll", i, n, skip, c, v).all(false);
    }
    // for TESTS

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, VALUE v) {
        return several("waitUntilAny", i, n, skip, c, v).any(true);
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, VALUE v) {
        return several("waitUntilSome", i, n, skip, c, v).some(indices, true);
    }
    // end
    // end
    // end
    // unless MEM

    @Override
    public CyclicTypes cyclic() {
        return new CyclicArrayOfTypes(this);
    }
    // end
    // if SWAP

    private long atomic(String verb, Atomic op, long i, long v, long expected, int pe) {
        return channel.atomic(op, target(verb, i, pe), offset + (i << TYPE_SHIFT), TYPE_BYTES, v, expected);
    }

    private void update(String verb, Atomic op, long i, long v, int pe) {
        channel.update(op, target(verb, i, pe), offset + (i << TYPE_SHIFT), TYPE_BYTES, v);
    }

    @Override
    public TYPE atomicFetch(long i, int pe) {
        return element(channel.fetch(target("atomicFetch", i, pe), offset + (i << TYPE_SHIFT), TYPE_BYTES));
    }

    @Override
    public void atomicSet(long i, TYPE v, int pe) {
        update("atomicSet", Atomic.SWAP, i, bits(v), pe);
    }

    @Override
    public TYPE atomicSwap(long i, TYPE v, int pe) {
        return element(atomic("atomicSwap", Atomic.SWAP, i, bits(v), 0, pe));
    }

    /// Begins an atomic whose result goes to word `to` of this PE's copy of `dst`.
    private void nbi(String verb, Atomic op, long i, long v, long expected, int pe, SymTypes dst, long to) {
        int target = target(verb, i, pe);
        long result = other(verb, "dst", dst, to, 1).offset + (to << TYPE_SHIFT);
        channel.atomicNbi(op, target, offset + (i << TYPE_SHIFT), TYPE_BYTES, v, expected, result);
    }

    @Override
    public void fetchNbi(long i, int pe, SymTypes dst, long to) {
        nbi("fetchNbi", Atomic.ADD, i, 0, 0, pe, dst, to);
    }

    @Override
    public void swapNbi(long i, TYPE v, int pe, SymTypes dst, long to) {
        nbi("swapNbi", Atomic.SWAP, i, bits(v), 0, pe, dst, to);
    }
    // end
    // if ATOMIC

    @Override
    public TYPE compareSwap(long i, TYPE cond, TYPE v, int pe) {
        return element(atomic("compareSwap", Atomic.COMPARE_SWAP, i, v, cond, pe));
    }

    @Override
    public TYPE fetchInc(long i, int pe) {
        return element(atomic("fetchInc", Atomic.ADD, i, 1, 0, pe));
    }

    @Override
    public void compareSwapNbi(long i, TYPE cond, TYPE v, int pe, SymTypes dst, long to) {
        nbi("compareSwapNbi", Atomic.COMPARE_SWAP, i, v, cond, pe, dst, to);
    }

    @Override
    public void fetchIncNbi(long i, int pe, SymTypes dst, long to) {
        nbi("fetchIncNbi", Atomic.ADD, i, 1, 0, pe, dst, to);
    }

    @Override
    public void inc(long i, int pe) {
        update("inc", Atomic.ADD, i, 1, pe);
    }
    // for ATOMICS

    @Override
    public TYPE fetchOp(long i, TYPE v, int pe) {
        return element(atomic("fetchOp", Atomic.OP, i, v, 0, pe));
    }

    @Override
    public void fetchOpNbi(long i, TYPE v, int pe, SymTypes dst, long to) {
        nbi("fetchOpNbi", Atomic.OP, i, v, 0, pe, dst, to);
    }

    @Override
    public void op(long i, TYPE v, int pe) {
        update("op", Atomic.OP, i, v, pe);
    }
    // end
    // end
}
