// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymDoubles;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Element access for doubles.
final class Doubles extends Array<double[], SymDoubles> implements SymDoubles {

    Doubles(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.DOUBLE, block, context, offset, length, part);
    }

    @Override
    SymDoubles view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Doubles(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "doubles";
    }

    @Override
    void putArray(int worldPe, long at, double[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), 8L * from, 8L * n);
    }

    @Override
    void getArray(int worldPe, long at, double[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), 8L * to, 8L * n);
    }

    @Override
    long bits(double[] array, int k) {
        return Double.doubleToRawLongBits(array[k]);
    }

    @Override
    void bits(double[] array, int k, long value) {
        array[k] = Double.longBitsToDouble(value);
    }

    @Override
    public double get(long i) {
        check("get", i);
        return Double.longBitsToDouble(Memory.getLong(address + (i << 3)));
    }

    @Override
    public void set(long i, double v) {
        check("set", i);
        Memory.setLong(address + (i << 3), Double.doubleToRawLongBits(v));
    }

    @Override
    public void p(long i, double v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + (i << 3), 8, Double.doubleToRawLongBits(v));
    }

    @Override
    public double g(long i, int pe) {
        checkPe("g", i, pe);
        return Double.longBitsToDouble(transport.load(world(pe), offset + (i << 3), 8));
    }

    private long atomic(String verb, Atomic op, long i, long v, long expected, int pe) {
        checkPe(verb, i, pe);
        return transport.atomic(op, world(pe), offset + (i << 3), 8, v, expected);
    }

    @Override
    public double atomicFetch(long i, int pe) {
        checkPe("atomicFetch", i, pe);
        return Double.longBitsToDouble(transport.load(world(pe), offset + (i << 3), 8));
    }

    @Override
    public void atomicSet(long i, double v, int pe) {
        atomic("atomicSet", Atomic.SWAP, i, Double.doubleToRawLongBits(v), 0, pe);
    }

    @Override
    public double atomicSwap(long i, double v, int pe) {
        return Double.longBitsToDouble(atomic("atomicSwap", Atomic.SWAP, i, Double.doubleToRawLongBits(v), 0, pe));
    }
}
