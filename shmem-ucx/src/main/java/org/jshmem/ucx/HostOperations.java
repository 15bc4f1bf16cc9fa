// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The operations that messages request, on the memory of one host. Each returns null, or the reason why it is refused:
/// every range is checked before a byte moves.
/*
 * After a store it acts as a PE of the host does: a fence, a check for sleeping PEs, and a wake-up.
 */
final class HostOperations {
    private static final Atomic[] OPERATIONS = Atomic.values();

    private final HostMemory memory;
    private final int npes;

    /// The word that the last load or atomic found.
    private long found;

    HostOperations(HostMemory memory, int npes) {
        this.memory = memory;
        this.npes = npes;
    }

    /// The word that the last load or atomic found.
    long found() {
        return found;
    }

    String put(long header, long data, long bytes) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        boolean sets = (Message.flags(header) & Message.THEN_SET) != 0;
        long flag = Message.extra(header);
        String refusal = range(pe, offset, bytes);
        if (refusal == null && sets) refusal = word(pe, flag, 8);
        if (refusal != null) return refusal;
        UntornCopy.copy(data, memory.address(pe, offset), bytes);
        // release: pairs with the acquire of the wait for the flag, and of any wait for the data itself
        if (sets) Memory.setLongRelease(memory.address(pe, flag), Message.value(header));
        Memory.fullFence();
        if (bytes > 0) memory.wake(pe, offset, bytes);
        if (sets) memory.wake(pe, flag, 8);
        return null;
    }

    /// Wakes a PE that sleeps on bytes of a one-sided put, which arrived without the agent.
    String wrote(long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        long bytes = Message.value(header);
        String refusal = range(pe, offset, bytes);
        if (refusal != null) return refusal;
        Memory.fullFence();
        memory.wake(pe, offset, bytes);
        return null;
    }

    String store(long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        String refusal = word(pe, offset, width);
        if (refusal != null) return refusal;
        // release: earlier writes of this stream are visible to a PE that acquires this word
        Memory.releaseFence();
        Memory.set(memory.address(pe, offset), width, Message.value(header));
        Memory.fullFence();
        memory.wake(pe, offset, width);
        return null;
    }

    String atomic(long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        int operation = Message.operation(header);
        String refusal = word(pe, offset, width);
        if (refusal != null) return refusal;
        if (operation >= OPERATIONS.length || width < 4) {
            return "operation %d on %d bytes is unknown".formatted(operation, width);
        }
        long old = Memory.atomic(
                OPERATIONS[operation], memory.address(pe, offset), width, Message.value(header), Message.extra(header));
        Memory.fullFence(); // an atomic is not one on every processor
        memory.wake(pe, offset, width);
        found = old;
        return null;
    }

    String load(long header) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        int width = Message.width(header);
        String refusal = word(pe, offset, width);
        if (refusal == null) found = Memory.getAcquire(memory.address(pe, offset), width);
        return refusal;
    }

    /// Bytes of each region.
    long regionBytes() {
        return memory.regionBytes();
    }

    /// The address of bytes in [#range].
    long address(int pe, long offset) {
        return memory.address(pe, offset);
    }

    /// Checks whether bytes are in a region of this host.
    String range(int pe, long offset, long bytes) {
        boolean inside = pe >= 0
                && pe < npes
                && memory.isHere(pe)
                && offset >= 0
                && bytes >= 0
                && bytes <= memory.regionBytes()
                && offset <= memory.regionBytes() - bytes;
        if (inside) return null;
        return "%d bytes at offset %d of PE %d are not in a region of this host (%d bytes each)"
                .formatted(bytes, offset, pe, memory.regionBytes());
    }

    private String word(int pe, long offset, int width) {
        String refusal = range(pe, offset, width);
        boolean word = (width == 1 || width == 2 || width == 4 || width == 8) && (offset & width - 1) == 0;
        if (refusal != null || word) return refusal;
        return "offset %d is not aligned for a word of %d bytes".formatted(offset, width);
    }
}
