// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Channel;

/// Symmetric memory in bytes.
final class Mem extends Array<byte[], SymMem> implements SymMem {

    Mem(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.BYTE, block, context, offset, length, part);
    }

    @Override
    SymMem view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Mem(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    MemorySegment segment(byte[] array) {
        return MemorySegment.ofArray(array);
    }

    @Override
    ObjectKind kind() {
        return ObjectKind.MEM;
    }

    @Override
    String noun() {
        return "bytes";
    }

    @Override
    void putArray(Channel via, int worldPe, long at, byte[] src, int from, int n, boolean nbi) {
        if (nbi) via.putNbi(worldPe, at, segment(src), from, n);
        else via.put(worldPe, at, segment(src), from, n);
    }

    @Override
    void getArray(Channel via, int worldPe, long at, byte[] dst, int to, int n, boolean nbi) {
        if (nbi) via.getNbi(worldPe, at, segment(dst), to, n);
        else via.get(worldPe, at, segment(dst), to, n);
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
    public SymBytes asBytes() {
        return new Bytes(block, context, offset, elements("asBytes", 1), part);
    }

    @Override
    public SymShorts asShorts() {
        return new Shorts(block, context, offset, elements("asShorts", 2), part);
    }

    @Override
    public SymInts asInts() {
        return new Ints(block, context, offset, elements("asInts", 4), part);
    }

    @Override
    public SymLongs asLongs() {
        return new Longs(block, context, offset, elements("asLongs", 8), part);
    }

    @Override
    public SymFloats asFloats() {
        return new Floats(block, context, offset, elements("asFloats", 4), part);
    }

    @Override
    public SymDoubles asDoubles() {
        return new Doubles(block, context, offset, elements("asDoubles", 8), part);
    }

    /// How many elements of a size fit; refuses memory that is not aligned for them.
    private long elements(String verb, int size) {
        check(verb, 0, 0);
        if (length > 0 && length < size) {
            throw Refusal.argument(
                    this, verb, "%d bytes hold no element of %d; make it longer".formatted(length, size));
        }
        if (offset % size == 0) return length / size;
        throw Refusal.argument(
                this,
                verb,
                "byteOffset %d is not a multiple of %d; begin the slice at a multiple".formatted(byteOffset(), size));
    }
}
