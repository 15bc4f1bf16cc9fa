// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Memory;

/// The structures of PMIx that this client writes and reads, as versions 2 to 5 of the library lay them out. [Memory]
/// does it: a starting JVM takes some ms for the first use of a segment's own accessors.
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
        Memory.setInt(proc.address() + RANK_OFFSET, rank);
        return proc;
    }

    static String namespace(MemorySegment proc) {
        return proc.getString(0);
    }

    static int rank(MemorySegment proc) {
        return Memory.getInt(proc.address() + RANK_OFFSET);
    }

    /// Makes a `pmix_value_t` with a text.
    static MemorySegment text(Arena arena, String text) {
        MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
        Memory.setShort(value.address(), STRING);
        Memory.setLong(value.address() + DATA_OFFSET, arena.allocateFrom(text).address());
        return value;
    }

    /// Makes an array of one `pmix_info_t`, which switches the option `key` on.
    static MemorySegment option(Arena arena, String key) {
        MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
        info.setString(0, key);
        Memory.setShort(info.address() + INFO_VALUE_OFFSET, BOOL);
        Memory.setByte(info.address() + INFO_VALUE_OFFSET + DATA_OFFSET, (byte) 1);
        return info;
    }

    /// The number in the `pmix_value_t` at `address`; -1 if the value has another type.
    static int number(long address) {
        return switch (Memory.getShort(address)) {
            case UINT16 -> Short.toUnsignedInt(Memory.getShort(address + DATA_OFFSET));
            case UINT32 -> Memory.getInt(address + DATA_OFFSET);
            default -> -1;
        };
    }

    /// The text in the `pmix_value_t` at `address`; null if the value has another type.
    static String text(long address) {
        return Memory.getShort(address) == STRING ? string(Memory.getLong(address + DATA_OFFSET)) : null;
    }

    /// The C string at `address`.
    static String string(long address) {
        return Memory.everywhere().getString(address);
    }
}
