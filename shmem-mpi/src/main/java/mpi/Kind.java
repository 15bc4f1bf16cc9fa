// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/// The basic types, with the arrays and buffers that hold them. Objects have no size of their own.
enum Kind {
    BYTE(1, byte[].class, ByteBuffer.class),
    CHAR(2, char[].class, CharBuffer.class),
    SHORT(2, short[].class, ShortBuffer.class),
    BOOLEAN(1, boolean[].class, ByteBuffer.class),
    INT(4, int[].class, IntBuffer.class),
    LONG(8, long[].class, LongBuffer.class),
    FLOAT(4, float[].class, FloatBuffer.class),
    DOUBLE(8, double[].class, DoubleBuffer.class),
    OBJECT(0, Object[].class, Void.class),
    PACKED(1, byte[].class, ByteBuffer.class);

    final int bytes;
    final Class<?> array;
    private final Class<?> buffer;

    Kind(int bytes, Class<?> array, Class<?> buffer) {
        this.bytes = bytes;
        this.array = array;
        this.buffer = buffer;
    }

    /// Whether an array or a buffer holds elements of this type. A buffer of bytes holds all but objects.
    boolean fits(Object buf) {
        return array.isInstance(buf) || buffer.isInstance(buf) || bytes > 0 && buf instanceof ByteBuffer;
    }

    /// Whether a message sent as this may be received as `other`.
    boolean agrees(Kind other) {
        return this == other || isRaw() && other.bytes > 0 || other.isRaw() && bytes > 0;
    }

    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    private boolean isRaw() {
        return this == BYTE || this == PACKED;
    }
}
