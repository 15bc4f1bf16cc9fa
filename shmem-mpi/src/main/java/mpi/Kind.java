// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;

/// The basic types, with the arrays and buffers that hold them. Objects have no size of their own. A pair of different
/// numbers is one element, as C lays it out: the value, and the place as an `INT` from half of the bytes on.
enum Kind {
    BYTE(1, byte[].class, null),
    CHAR(2, char[].class, null),
    SHORT(2, short[].class, null),
    BOOLEAN(1, boolean[].class, null),
    INT(4, int[].class, null),
    LONG(8, long[].class, null),
    FLOAT(4, float[].class, null),
    DOUBLE(8, double[].class, null),
    OBJECT(0, Object[].class, null),
    PACKED(1, byte[].class, null),
    SHORT_INT(8, byte[].class, SHORT),
    LONG_INT(16, byte[].class, LONG),
    FLOAT_INT(8, byte[].class, FLOAT),
    DOUBLE_INT(16, byte[].class, DOUBLE);

    final int bytes;
    final Class<?> array;
    final Kind value; // of a pair, or null

    Kind(int bytes, Class<?> array, Kind value) {
        this.bytes = bytes;
        this.array = array;
        this.value = value;
    }

    boolean isPair() {
        return value != null;
    }

    /// A new array for elements of this kind.
    Object newArray(int elements) {
        return Array.newInstance(array.getComponentType(), isPair() ? elements * bytes : elements);
    }

    /// Whether an array or a buffer holds elements of this type. Any buffer holds all but objects, as in Open MPI, and
    /// an array of numbers holds bytes and characters too.
    boolean fits(Object buf) {
        boolean any = isRaw() || this == CHAR;
        return array.isInstance(buf) || bytes > 0 && buf instanceof Buffer || any && Data.memory(buf) != null;
    }

    /// Whether a message sent as this may be received as `other`.
    boolean agrees(Kind other) {
        return this == other || isRaw() && other.bytes > 0 || other.isRaw() && bytes > 0;
    }

    /// Whether an element is one number, or a truth value.
    boolean isNumber() {
        return this != OBJECT && !isPair();
    }

    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    private boolean isRaw() {
        return this == BYTE || this == PACKED;
    }
}
