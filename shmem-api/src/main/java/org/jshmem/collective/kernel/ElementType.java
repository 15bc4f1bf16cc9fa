// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import java.util.Locale;

/// The types of the elements of a collective.
public enum ElementType {
    /// 8-bit integers.
    BYTE(1),
    /// 16-bit integers.
    SHORT(2),
    /// 32-bit integers.
    INT(4),
    /// 64-bit integers.
    LONG(8),
    /// 32-bit floating point.
    FLOAT(4),
    /// 64-bit floating point.
    DOUBLE(8);

    /// Bytes of one element.
    public final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /// Whether the order of combining changes the bits of a sum.
    public boolean floating() {
        return this == FLOAT || this == DOUBLE;
    }

    /// Returns the bits of an element with this value.
    long bits(double value) {
        if (this == DOUBLE) return Double.doubleToRawLongBits(value);
        return this == FLOAT ? Float.floatToRawIntBits((float) value) : (long) value;
    }

    /// Returns its name in messages.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
