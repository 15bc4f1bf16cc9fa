// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymLongs;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Element access for longs.
final class Longs extends Words<long[], SymLongs> implements SymLongs {

    Longs(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.LONG, block, context, offset, length, part);
    }

    @Override
    SymLongs view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Longs(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "longs";
    }

    @Override
    void putArray(int worldPe, long at, long[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), 8L * from, 8L * n);
    }

    @Override
    void getArray(int worldPe, long at, long[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), 8L * to, 8L * n);
    }

    @Override
    long bits(long[] array, int k) {
        return array[k];
    }

    @Override
    void bits(long[] array, int k, long value) {
        array[k] = value;
    }

    @Override
    public long get(long i) {
        check("get", i);
        return Memory.getLong(address + (i << 3));
    }

    @Override
    public void set(long i, long v) {
        check("set", i);
        Memory.setLong(address + (i << 3), v);
    }

    @Override
    public void p(long i, long v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + (i << 3), 8, v);
    }

    @Override
    public long g(long i, int pe) {
        checkPe("g", i, pe);
        return transport.load(world(pe), offset + (i << 3), 8);
    }

    private long atomic(String verb, Atomic op, long i, long v, long expected, int pe) {
        checkPe(verb, i, pe);
        return transport.atomic(op, world(pe), offset + (i << 3), 8, v, expected);
    }

    @Override
    public long atomicFetch(long i, int pe) {
        checkPe("atomicFetch", i, pe);
        return transport.load(world(pe), offset + (i << 3), 8);
    }

    @Override
    public void atomicSet(long i, long v, int pe) {
        atomic("atomicSet", Atomic.SWAP, i, v, 0, pe);
    }

    @Override
    public long atomicSwap(long i, long v, int pe) {
        return atomic("atomicSwap", Atomic.SWAP, i, v, 0, pe);
    }

    @Override
    public long compareSwap(long i, long cond, long v, int pe) {
        return atomic("compareSwap", Atomic.COMPARE_SWAP, i, v, cond, pe);
    }

    @Override
    public long fetchAdd(long i, long v, int pe) {
        return atomic("fetchAdd", Atomic.ADD, i, v, 0, pe);
    }

    @Override
    public long fetchInc(long i, int pe) {
        return atomic("fetchInc", Atomic.ADD, i, 1, 0, pe);
    }

    @Override
    public long fetchAnd(long i, long v, int pe) {
        return atomic("fetchAnd", Atomic.AND, i, v, 0, pe);
    }

    @Override
    public long fetchOr(long i, long v, int pe) {
        return atomic("fetchOr", Atomic.OR, i, v, 0, pe);
    }

    @Override
    public long fetchXor(long i, long v, int pe) {
        return atomic("fetchXor", Atomic.XOR, i, v, 0, pe);
    }

    @Override
    public void add(long i, long v, int pe) {
        atomic("add", Atomic.ADD, i, v, 0, pe);
    }

    @Override
    public void inc(long i, int pe) {
        atomic("inc", Atomic.ADD, i, 1, 0, pe);
    }

    @Override
    public void and(long i, long v, int pe) {
        atomic("and", Atomic.AND, i, v, 0, pe);
    }

    @Override
    public void or(long i, long v, int pe) {
        atomic("or", Atomic.OR, i, v, 0, pe);
    }

    @Override
    public void xor(long i, long v, int pe) {
        atomic("xor", Atomic.XOR, i, v, 0, pe);
    }
}
