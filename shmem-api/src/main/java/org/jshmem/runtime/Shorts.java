// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymShorts;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Memory;

/// Element access for shorts.
final class Shorts extends Words<short[], SymShorts> implements SymShorts {

    Shorts(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.SHORT, block, context, offset, length, part);
    }

    @Override
    SymShorts view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Shorts(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "shorts";
    }

    @Override
    void putArray(int worldPe, long at, short[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), 2L * from, 2L * n);
    }

    @Override
    void getArray(int worldPe, long at, short[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), 2L * to, 2L * n);
    }

    @Override
    long bits(short[] array, int k) {
        return array[k];
    }

    @Override
    void bits(short[] array, int k, long value) {
        array[k] = (short) value;
    }

    @Override
    public short get(long i) {
        check("get", i);
        return Memory.getShort(address + (i << 1));
    }

    @Override
    public void set(long i, short v) {
        check("set", i);
        Memory.setShort(address + (i << 1), v);
    }

    @Override
    public void p(long i, short v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + (i << 1), 2, v);
    }

    @Override
    public short g(long i, int pe) {
        checkPe("g", i, pe);
        return (short) transport.load(world(pe), offset + (i << 1), 2);
    }
}
