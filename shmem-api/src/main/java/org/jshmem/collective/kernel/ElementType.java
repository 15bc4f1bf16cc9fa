// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import java.util.Locale;
import org.jshmem.Op;

/// What the elements of a collective are.
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

    private static final ElementType[] ALL = values();

    private final int bytes;

    ElementType(int bytes) {
        this.bytes = bytes;
    }

    /// Bytes of one element.
    public int bytes() {
        return bytes;
    }

    /// Whether the order of combining shows in the bits of a sum.
    public boolean floating() {
        return this == FLOAT || this == DOUBLE;
    }

    /// How messages call it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The type of an ordinal.
    public static ElementType of(long ordinal) {
        return ALL[(int) ordinal];
    }

    /// Whether elements can be combined by an operator: those of bits are for integers.
    public boolean has(Op op) {
        return op.ordinal() > Op.XOR.ordinal() || !floating();
    }
}
