// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.util.Locale;
import org.jshmem.collective.kernel.ElementType;

/// What a symmetric object is made for: two that take the same bytes are still different calls. The arrays come first,
/// in the order of [ElementType].
public enum ObjectKind {
    /// Of 8-bit integers.
    BYTES,
    /// Of 16-bit integers.
    SHORTS,
    /// Of 32-bit integers.
    INTS,
    /// Of 64-bit integers.
    LONGS,
    /// Of 32-bit floating point.
    FLOATS,
    /// Of 64-bit floating point.
    DOUBLES,
    /// Of bytes without a type.
    MEM,
    /// A signal word.
    SIGNAL,
    /// A lock.
    LOCK;

    private static final ObjectKind[] ALL = values();

    /// How messages call it: the method that makes one.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Bytes of an element.
    public int width() {
        if (this == MEM) return 1;
        return ordinal() < MEM.ordinal() ? ElementType.values()[ordinal()].bytes() : Long.BYTES;
    }

    /// An array of such elements.
    public static ObjectKind of(ElementType type) {
        return ALL[type.ordinal()];
    }

    static ObjectKind of(long ordinal) {
        return ALL[(int) ordinal];
    }
}
