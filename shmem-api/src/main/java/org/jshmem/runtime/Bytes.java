// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymBytes;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Memory;

/// Element access for bytes.
final class Bytes extends Array<byte[], SymBytes> implements SymBytes {

    Bytes(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.BYTE, block, context, offset, length, part);
    }

    @Override
    SymBytes view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Bytes(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
        return "bytes";
    }

    @Override
    void putArray(int worldPe, long at, byte[] src, int from, int n) {
        transport.put(worldPe, at, MemorySegment.ofArray(src), from, n);
    }

    @Override
    void getArray(int worldPe, long at, byte[] dst, int to, int n) {
        transport.get(worldPe, at, MemorySegment.ofArray(dst), to, n);
    }

    @Override
    long bits(byte[] array, int k) {
        return array[k];
    }

    @Override
    void bits(byte[] array, int k, long value) {
        array[k] = (byte) value;
    }

    @Override
    public byte get(long i) {
        check("get", i);
        return Memory.getByte(address + i);
    }

    @Override
    public void set(long i, byte v) {
        check("set", i);
        Memory.setByte(address + i, v);
    }

    @Override
    public void p(long i, byte v, int pe) {
        checkPe("p", i, pe);
        transport.store(world(pe), offset + i, 1, v);
    }

    @Override
    public byte g(long i, int pe) {
        checkPe("g", i, pe);
        return (byte) transport.load(world(pe), offset + i, 1);
    }
}
