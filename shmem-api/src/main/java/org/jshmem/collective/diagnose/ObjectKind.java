// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.util.Locale;
import org.jshmem.collective.kernel.ElementType;

/// The kind of a symmetric object: allocations of different kinds are different calls, even with equal bytes. The
/// arrays are first, in the order of [ElementType].
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
    LOCK,
    /// A mailbox, in words.
    MAILBOX;

    /// Returns its name in messages: the method that allocates it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the name of the allocation with this number, if the program gives it none: as exceptions name it.
    public String label(long number) {
        return (ordinal() <= MEM.ordinal() ? "object" : label()) + " " + number;
    }

    /// Bytes of an element.
    public int width() {
        if (this == MEM) return 1;
        return ordinal() < MEM.ordinal() ? ElementType.values()[ordinal()].bytes : Long.BYTES;
    }

    /// Returns the kind of an array of such elements.
    public static ObjectKind of(ElementType type) {
        return values()[type.ordinal()];
    }
}
