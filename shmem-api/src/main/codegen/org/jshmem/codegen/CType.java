// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The element types of OpenSHMEM's C names, each with the Java type that has equal bits.
public enum CType {
    CHAR(Type.BYTE),
    SHORT(Type.SHORT),
    INT(Type.INT),
    LONG(Type.LONG),
    FLOAT(Type.FLOAT),
    DOUBLE(Type.DOUBLE),
    LONGLONG(Type.LONG),
    LONGDOUBLE(Type.DOUBLE),
    SCHAR(Type.BYTE),
    UCHAR(Type.BYTE),
    USHORT(Type.SHORT),
    UINT(Type.INT),
    ULONG(Type.LONG),
    ULONGLONG(Type.LONG),
    INT8(Type.BYTE),
    INT16(Type.SHORT),
    INT32(Type.INT),
    INT64(Type.LONG),
    UINT8(Type.BYTE),
    UINT16(Type.SHORT),
    UINT32(Type.INT),
    UINT64(Type.LONG),
    SIZE(Type.LONG),
    PTRDIFF(Type.LONG),
    COMPLEXD(Type.DOUBLE),
    COMPLEXF(Type.FLOAT);

    private final Type java;

    CType(Type java) {
        this.java = java;
    }

    /// The TYPENAME of the specification: `ulonglong`.
    public String c() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The Java type of an element; of its real and imaginary part for complex types.
    public Type java() {
        return java;
    }

    /// Whether comparisons of its elements are unsigned.
    public boolean isUnsigned() {
        return c().startsWith("u") || this == SIZE;
    }

    /// Whether an element is two elements of the Java type.
    public boolean isComplex() {
        return c().startsWith("complex");
    }

    /// Whether C11's names, which have no TYPENAME, use this type for its Java type.
    boolean isGeneric() {
        return c().equals(java.c());
    }

    /// The sets of types for which routines exist, as the specification's tables list them.
    public enum Table {
        /// Standard RMA types.
        RMA("char schar short int long longlong uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 uint16"
                + " uint32 uint64 size ptrdiff float double longdouble"),
        /// Standard AMO types.
        AMO("int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff"),
        /// Extended AMO types.
        EXTENDED("int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff float double"),
        /// Bitwise AMO types.
        BITWISE("uint ulong ulonglong int32 int64 uint32 uint64"),
        /// Types of a single wait or test.
        WAIT("int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff short ushort"),
        /// Types of waits for a change.
        WAIT_OLD("short int long longlong"),
        /// Types of the atomics of 1.0 to 1.3.
        AMO_OLD("int long longlong"),
        /// Types of fetch, set and swap of 1.0 to 1.3.
        EXTENDED_OLD("int long longlong float double"),
        /// Types of bitwise reductions of teams.
        AND_OR_XOR("uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 uint16 uint32 uint64 size"),
        /// Types of maximum and minimum of teams.
        MAX_MIN(RMA.names),
        /// Types of sums and products of teams.
        SUM_PROD(RMA.names + " complexd complexf"),
        /// Types of bitwise reductions of active sets.
        SET_AND_OR_XOR("short int long longlong"),
        /// Types of maximum and minimum of active sets.
        SET_MAX_MIN("short int long longlong float double longdouble"),
        /// Types of sums and products of active sets.
        SET_SUM_PROD("short int long longlong float double longdouble complexd complexf");

        private final String names;

        Table(String names) {
            this.names = names;
        }

        /// Whether the type is in the set.
        public boolean has(CType type) {
            return List.of(names.split(" ")).contains(type.c());
        }

        /// The types of the set, in the order of [CType].
        public List<CType> types() {
            return Arrays.stream(CType.values()).filter(this::has).toList();
        }
    }
}
