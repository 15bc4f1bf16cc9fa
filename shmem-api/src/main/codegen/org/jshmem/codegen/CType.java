// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.List;
import java.util.stream.Stream;

/// An element type of OpenSHMEM's C names.
///
/// @param c the TYPENAME of the specification: `ulonglong`
/// @param java the Java type with equal bits of an element; of its real and imaginary part for complex types
public record CType(String c, Type java) {
    /// All types.
    public static final List<CType> ALL = Stream.of(Type.values())
            .flatMap(java -> java.c.stream().map(c -> new CType(c, java)))
            .toList();

    /// Whether comparisons of its elements are unsigned.
    public boolean isUnsigned() {
        return c.startsWith("u") || c.equals("size");
    }

    /// Whether an element is two elements of the Java type.
    public boolean isComplex() {
        return c.startsWith("complex");
    }

    /// Whether C11's names, which have no TYPENAME, use this type for its Java type.
    boolean isGeneric() {
        return c.equals(java.c.getFirst());
    }
}
