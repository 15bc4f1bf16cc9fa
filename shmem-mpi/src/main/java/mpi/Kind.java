// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;

/// The basic types, with the arrays and buffers that hold them. Objects have no size of their own. A pair of different
/// numbers is one element, as C lays it out: the value, and the place as an `INT` from half of the bytes on.
enum Kind {
    BYTE(1, byte[].class),
    CHAR(2, char[].class),
    SHORT(2, short[].class),
    BOOLEAN(1, boolean[].class),
    INT(4, int[].class),
    LONG(8, long[].class),
    FLOAT(4, float[].class),
    DOUBLE(8, double[].class),
    OBJECT(0, Object[].class),
    PACKED(1, byte[].class),
    SHORT_INT(8, SHORT),
    LONG_INT(16, LONG),
    FLOAT_INT(8, FLOAT),
    DOUBLE_INT(16, DOUBLE);

    final int bytes;
    final Class<?> array;
    private final Kind value; // null if this is not a pair

    Kind(int bytes, Class<?> array) {
        this(bytes, array, null);
    }

    Kind(int bytes, Kind value) {
        this(bytes, byte[].class, value);
    }

    Kind(int bytes, Class<?> array, Kind value) {
        this.bytes = bytes;
        this.array = array;
        this.value = value;
    }

    boolean isPair() {
        return value != null;
    }

    /// The kind of the value in a pair for MAXLOC: of this kind, or of two elements of this kind.
    Kind value() {
        return isPair() ? value : this;
    }

    Kind place() {
        return isPair() ? INT : this;
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
