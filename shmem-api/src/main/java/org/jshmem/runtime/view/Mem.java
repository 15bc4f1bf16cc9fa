// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

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
import org.jshmem.runtime.session.Block;

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
    public String noun() {
        return "bytes";
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
    public void put(long i, byte[] src, int from, int n, int pe) {
        checkPe("put", i, n, pe);
        if (n == 0) return;
        checkBuffer("put", "src", src, from, n);
        towards(pe).put(world(pe), offset + i, segment(src), from, n);
    }

    @Override
    public void putNbi(long i, byte[] src, int from, int n, int pe) {
        checkPe("putNbi", i, n, pe);
        if (n == 0) return;
        checkBuffer("putNbi", "src", src, from, n);
        towards(pe).putNbi(world(pe), offset + i, segment(src), from, n);
    }

    @Override
    public void get(long i, byte[] dst, int to, int n, int pe) {
        checkPe("get", i, n, pe);
        if (n == 0) return;
        checkBuffer("get", "dst", dst, to, n);
        towards(pe).get(world(pe), offset + i, segment(dst), to, n);
    }

    @Override
    public void getNbi(long i, byte[] dst, int to, int n, int pe) {
        checkPe("getNbi", i, n, pe);
        if (n == 0) return;
        checkBuffer("getNbi", "dst", dst, to, n);
        towards(pe).getNbi(world(pe), offset + i, segment(dst), to, n);
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

    /// Returns the number of elements of `size` bytes that fit. Refuses memory that is too short for one element, or
    /// not aligned to elements.
    private long elements(String verb, int size) {
        check(verb, 0, 0);
        if (length > 0 && length < size) {
            throw Refusal.argument(
                    this, verb, "%d bytes hold no element of %d; make it longer".formatted(length, size));
        }
        if (offset % size != 0) {
            throw Refusal.argument(
                    this,
                    verb,
                    "byteOffset %d is not a multiple of %d; begin the slice at a multiple"
                            .formatted(byteOffset(), size));
        }
        block.viewed(size, kind());
        return length / size;
    }
}
