// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;

/// The structures of PMIx that this client writes and reads, as versions 2 to 5 of the library lay them out.
///
/// ```
/// pmix_proc_t    0 nspace, 256 bytes     256 rank, 4 bytes
/// pmix_value_t   0 type, 2 bytes           8 data, 24 bytes
/// pmix_info_t    0 key, 512 bytes        512 flags, 4 bytes    520 value
/// ```
final class PmixLayout {
    private static final int NAMESPACE_BYTES = 256;
    private static final int RANK_OFFSET = NAMESPACE_BYTES;
    static final int PROC_BYTES = RANK_OFFSET + Integer.BYTES;

    private static final int DATA_OFFSET = 8;
    private static final int VALUE_BYTES = DATA_OFFSET + 24;

    private static final int INFO_VALUE_OFFSET = 520;
    private static final int INFO_BYTES = INFO_VALUE_OFFSET + VALUE_BYTES;

    private static final short BOOL = 1;
    private static final short STRING = 3;
    private static final short UINT16 = 13;
    private static final short UINT32 = 14;

    private PmixLayout() {}

    /// Makes a `pmix_proc_t`. An empty namespace is what `PMIx_Init` fills.
    static MemorySegment proc(Arena arena, String namespace, int rank) {
        MemorySegment proc = arena.allocate(PROC_BYTES, Long.BYTES);
        proc.setString(0, namespace);
        proc.set(ValueLayout.JAVA_INT, RANK_OFFSET, rank);
        return proc;
    }

    static String namespace(MemorySegment proc) {
        return proc.getString(0);
    }

    static int rank(MemorySegment proc) {
        return proc.get(ValueLayout.JAVA_INT, RANK_OFFSET);
    }

    /// Makes a `pmix_value_t` with a text.
    static MemorySegment text(Arena arena, String text) {
        MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
        value.set(ValueLayout.JAVA_SHORT, 0, STRING);
        value.set(ValueLayout.ADDRESS, DATA_OFFSET, arena.allocateFrom(text));
        return value;
    }

    /// Makes an array of one `pmix_info_t`, which switches the option `key` on.
    static MemorySegment option(Arena arena, String key) {
        MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
        info.setString(0, key);
        info.set(ValueLayout.JAVA_SHORT, INFO_VALUE_OFFSET, BOOL);
        info.set(ValueLayout.JAVA_BOOLEAN, INFO_VALUE_OFFSET + DATA_OFFSET, true);
        return info;
    }

    /// The number in the `pmix_value_t` at `address`; empty if the value has another type.
    static OptionalInt number(long address) {
        MemorySegment value = sized(address, VALUE_BYTES);
        return switch (value.get(ValueLayout.JAVA_SHORT, 0)) {
            case UINT16 -> OptionalInt.of(Short.toUnsignedInt(value.get(ValueLayout.JAVA_SHORT, DATA_OFFSET)));
            case UINT32 -> OptionalInt.of(value.get(ValueLayout.JAVA_INT, DATA_OFFSET));
            default -> OptionalInt.empty();
        };
    }

    /// The text in the `pmix_value_t` at `address`; null if the value has another type.
    static String text(long address) {
        MemorySegment value = sized(address, VALUE_BYTES);
        if (value.get(ValueLayout.JAVA_SHORT, 0) != STRING) return null;
        return string(value.get(ValueLayout.JAVA_LONG, DATA_OFFSET));
    }

    /// The C string at `address`.
    static String string(long address) {
        return sized(address, Long.MAX_VALUE).getString(0);
    }

    @SuppressWarnings("restricted") // an address that the library has returned
    private static MemorySegment sized(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
