// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymInts;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Element access for ints.
final class Ints extends Words<int[], SymInts> implements SymInts {

    Ints(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.INT, block, context, offset, length, part);
    }

    @Override
    SymInts view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Ints(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "ints";
    }

    @Override
    void putArray(int worldPe, long at, int[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), 4L * from, 4L * n);
    }

    @Override
    void getArray(int worldPe, long at, int[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), 4L * to, 4L * n);
    }

    @Override
    long bits(int[] array, int k) {
        return array[k];
    }

    @Override
    void bits(int[] array, int k, long value) {
        array[k] = (int) value;
    }

    @Override
    public int get(long i) {
        check("get", i);
        return Memory.getInt(address + (i << 2));
    }

    @Override
    public void set(long i, int v) {
        check("set", i);
        Memory.setInt(address + (i << 2), v);
    }

    @Override
    public void p(long i, int v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + (i << 2), 4, v);
    }

    @Override
    public int g(long i, int pe) {
        checkPe("g", i, pe);
        return (int) transport.load(world(pe), offset + (i << 2), 4);
    }

    private long atomic(String verb, Atomic op, long i, long v, long expected, int pe) {
        checkPe(verb, i, pe);
        return transport.atomic(op, world(pe), offset + (i << 2), 4, v, expected);
    }

    @Override
    public int atomicFetch(long i, int pe) {
        checkPe("atomicFetch", i, pe);
        return (int) transport.load(world(pe), offset + (i << 2), 4);
    }

    @Override
    public void atomicSet(long i, int v, int pe) {
        atomic("atomicSet", Atomic.SWAP, i, v, 0, pe);
    }

    @Override
    public int atomicSwap(long i, int v, int pe) {
        return (int) atomic("atomicSwap", Atomic.SWAP, i, v, 0, pe);
    }

    @Override
    public int compareSwap(long i, int cond, int v, int pe) {
        return (int) atomic("compareSwap", Atomic.COMPARE_SWAP, i, v, cond, pe);
    }

    @Override
    public int fetchAdd(long i, int v, int pe) {
        return (int) atomic("fetchAdd", Atomic.ADD, i, v, 0, pe);
    }

    @Override
    public int fetchInc(long i, int pe) {
        return (int) atomic("fetchInc", Atomic.ADD, i, 1, 0, pe);
    }

    @Override
    public int fetchAnd(long i, int v, int pe) {
        return (int) atomic("fetchAnd", Atomic.AND, i, v, 0, pe);
    }

    @Override
    public int fetchOr(long i, int v, int pe) {
        return (int) atomic("fetchOr", Atomic.OR, i, v, 0, pe);
    }

    @Override
    public int fetchXor(long i, int v, int pe) {
        return (int) atomic("fetchXor", Atomic.XOR, i, v, 0, pe);
    }

    @Override
    public void add(long i, int v, int pe) {
        atomic("add", Atomic.ADD, i, v, 0, pe);
    }

    @Override
    public void inc(long i, int pe) {
        atomic("inc", Atomic.ADD, i, 1, 0, pe);
    }

    @Override
    public void and(long i, int v, int pe) {
        atomic("and", Atomic.AND, i, v, 0, pe);
    }

    @Override
    public void or(long i, int v, int pe) {
        atomic("or", Atomic.OR, i, v, 0, pe);
    }

    @Override
    public void xor(long i, int v, int pe) {
        atomic("xor", Atomic.XOR, i, v, 0, pe);
    }
}
