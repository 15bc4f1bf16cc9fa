// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.ValueLayout;
import org.jshmem.SymMem;
import org.jshmem.collective.ElementType;

/// Symmetric memory in bytes.
final class Mem extends Array<byte[], SymMem> implements SymMem {

    Mem(Block block, Context context, long offset, long length, boolean part) {
        super(ElementType.BYTE, ValueLayout.JAVA_BYTE, block, context, offset, length, part);
    }

    @Override
    SymMem view(Block newBlock, Context newContext, long newOffset, long newLength, boolean isPart) {
        return new Mem(newBlock, newContext, newOffset, newLength, isPart);
    }

    @Override
    String noun() {
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
}
