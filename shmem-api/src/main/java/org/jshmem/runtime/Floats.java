// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymFloats;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Element access for floats.
final class Floats extends Array<float[], SymFloats> implements SymFloats {

    Floats(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.FLOAT, block, context, offset, length, part);
    }

    @Override
    SymFloats view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Floats(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "floats";
    }

    @Override
    void putArray(int worldPe, long at, float[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), 4L * from, 4L * n);
    }

    @Override
    void getArray(int worldPe, long at, float[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), 4L * to, 4L * n);
    }

    @Override
    long bits(float[] array, int k) {
        return Float.floatToRawIntBits(array[k]);
    }

    @Override
    void bits(float[] array, int k, long value) {
        array[k] = Float.intBitsToFloat((int) value);
    }

    @Override
    public float get(long i) {
        check("get", i);
        return Float.intBitsToFloat(Memory.getInt(address + (i << 2)));
    }

    @Override
    public void set(long i, float v) {
        check("set", i);
        Memory.setInt(address + (i << 2), Float.floatToRawIntBits(v));
    }

    @Override
    public void p(long i, float v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + (i << 2), 4, Float.floatToRawIntBits(v));
    }

    @Override
    public float g(long i, int pe) {
        checkPe("g", i, pe);
        return Float.intBitsToFloat((int) transport.load(world(pe), offset + (i << 2), 4));
    }

    private long atomic(String verb, Atomic op, long i, long v, long expected, int pe) {
        checkPe(verb, i, pe);
        return transport.atomic(op, world(pe), offset + (i << 2), 4, v, expected);
    }

    @Override
    public float atomicFetch(long i, int pe) {
        checkPe("atomicFetch", i, pe);
        return Float.intBitsToFloat((int) transport.load(world(pe), offset + (i << 2), 4));
    }

    @Override
    public void atomicSet(long i, float v, int pe) {
        atomic("atomicSet", Atomic.SWAP, i, Float.floatToRawIntBits(v), 0, pe);
    }

    @Override
    public float atomicSwap(long i, float v, int pe) {
        return Float.intBitsToFloat((int) atomic("atomicSwap", Atomic.SWAP, i, Float.floatToRawIntBits(v), 0, pe));
    }
}
