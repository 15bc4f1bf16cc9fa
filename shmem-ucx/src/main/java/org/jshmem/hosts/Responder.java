// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Executes messages on the memory of this host's PEs. Each method returns null, or the reason of a refusal: every
/// range is checked before a byte moves.
/*
 * After a store it acts as a PE of the host does: a fence, a look for sleeping PEs, and a wake-up.
 */
final class Responder {
    private static final Atomic[] OPERATIONS = Atomic.values();

    private final JobFile file;
    private final Control control;
    private final boolean[] here;
    private final long regionBytes;

    /// The word that the last load or atomic returned.
    private long found;

    /// `here` says of each PE whether it is on this host.
    Responder(JobFile file, boolean[] here) {
        this.file = file;
        this.control = file.control();
        this.here = here;
        this.regionBytes = file.regionBytes();
    }

    long found() {
        return found;
    }

    long address(int pe, long offset) {
        return file.regionAddress(pe) + offset;
    }

    /// Executes a message that is answered with no data.
    String execute(int kind, long header, long data, long bytes) {
        int pe = Message.pe(header);
        long offset = Message.offset(header);
        return switch (kind) {
            case Message.PUT -> put(pe, offset, data, bytes);
            case Message.PUT_SIGNAL -> putSignal(pe, offset, data, bytes, Message.value(header));
            case Message.STORE -> store(pe, offset, Message.width(header), Message.value(header));
            case Message.ATOMIC, Message.FETCH -> atomic(pe, offset, header, data, bytes);
            case Message.LOAD -> load(pe, offset, Message.width(header));
            default -> "kind %d is unknown".formatted(kind);
        };
    }

    private String put(int pe, long offset, long data, long bytes) {
        String refusal = range(pe, offset, bytes);
        if (refusal != null) return refusal;
        UntornCopy.copy(data, address(pe, offset), bytes);
        Memory.fullFence();
        control.wake(pe, offset, bytes);
        return null;
    }

    private String putSignal(int pe, long offset, long data, long bytes, long value) {
        long length = bytes - Message.OPERAND_BYTES;
        if (length < 0) return "a put with a signal has no offset of its signal";
        long flag = UntornCopy.getLong(data + length);
        String refusal = word(pe, flag, 8);
        if (refusal == null) refusal = range(pe, offset, length);
        if (refusal != null) return refusal;
        UntornCopy.copy(data, address(pe, offset), length);
        // release: pairs with the acquire of the wait for the flag
        Memory.setLongRelease(address(pe, flag), value);
        Memory.fullFence();
        if (length > 0) control.wake(pe, offset, length);
        control.wake(pe, flag, 8);
        return null;
    }

    private String store(int pe, long offset, int width, long value) {
        String refusal = word(pe, offset, width);
        if (refusal != null) return refusal;
        // release: earlier messages of this sender are visible to a PE that acquires this word
        Memory.releaseFence();
        Memory.set(address(pe, offset), width, value);
        Memory.fullFence();
        control.wake(pe, offset, width);
        return null;
    }

    private String atomic(int pe, long offset, long header, long data, long bytes) {
        int width = Message.width(header);
        int operation = Message.operation(header);
        String refusal = word(pe, offset, width);
        if (refusal != null) return refusal;
        if (operation < 0 || operation >= OPERATIONS.length || width < 4) {
            return "atomic operation %d on %d bytes is unknown".formatted(operation, width);
        }
        long expected = bytes == Message.OPERAND_BYTES ? UntornCopy.getLong(data) : 0;
        found = Memory.atomic(OPERATIONS[operation], address(pe, offset), width, Message.value(header), expected);
        Memory.fullFence(); // an atomic is not one on every processor
        control.wake(pe, offset, width);
        return null;
    }

    private String load(int pe, long offset, int width) {
        String refusal = word(pe, offset, width);
        if (refusal == null) found = Memory.getAcquire(address(pe, offset), width);
        return refusal;
    }

    /// Checks that bytes are in a region of this host.
    String range(int pe, long offset, long bytes) {
        boolean inside = pe < here.length
                && here[pe]
                && offset >= 0
                && bytes >= 0
                && bytes <= regionBytes
                && offset <= regionBytes - bytes;
        if (inside) return null;
        return "%d bytes at offset %d of PE %d are not in a region of this host (%d bytes each)"
                .formatted(bytes, offset, pe, regionBytes);
    }

    private String word(int pe, long offset, int width) {
        String refusal = range(pe, offset, width);
        boolean word = (width == 1 || width == 2 || width == 4 || width == 8) && (offset & width - 1) == 0;
        if (refusal != null || word) return refusal;
        return "offset %d is not aligned for a word of %d bytes".formatted(offset, width);
    }
}
