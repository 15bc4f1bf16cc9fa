// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The methods of {@link MPI} for buffers in the machine's byte order, and for parts of buffers and arrays.
class Buffers {
    Buffers() {}

    public static ByteBuffer newByteBuffer(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    }

    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        return buf.slice(offset, buf.capacity() - offset).order(ByteOrder.nativeOrder());
    }

    public static ByteBuffer slice(byte[] buf, int offset) {
        return slice(ByteBuffer.wrap(buf), offset);
    }
    // for NUMBERS

    public static java.nio.NumberBuffer newNumberBuffer(int capacity) {
        return newByteBuffer(capacity * Kind.NUMBER.bytes).asNumberBuffer();
    }

    public static java.nio.NumberBuffer slice(java.nio.NumberBuffer buf, int offset) {
        return buf.slice(offset, buf.capacity() - offset);
    }

    public static java.nio.NumberBuffer slice(number[] buf, int offset) {
        return slice(java.nio.NumberBuffer.wrap(buf), offset);
    }
    // end
}
