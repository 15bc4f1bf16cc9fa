// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// Executes messages on the memory of this host's PEs. Every range is checked before a byte moves: a message that is
/// refused throws an `IllegalArgumentException` with the reason.
/*
 * After a store it acts as a PE of the host does: a fence, a look for sleeping PEs, and a wake-up.
 */
final class Responder {
    private static final Atomic[] OPERATIONS = Atomic.values();

    private final Hosts hosts;
    private final JobFile file;
    private final Control control;
    private final long regionBytes;

    Responder(Hosts hosts) {
        this.hosts = hosts;
        this.file = hosts.file;
        this.control = file.control();
        this.regionBytes = file.regionBytes();
    }

    /// Executes a message that is answered with no data. Returns the word that a load or an atomic finds.
    long execute(int kind, long header, long data, long bytes) {
        int pe = Packet.pe(header);
        long offset = Packet.offset(header);
        switch (kind) {
            case Packet.PUT -> put(pe, offset, data, bytes);
            case Packet.PUT_SIGNAL -> putSignal(pe, offset, header, data, bytes);
            case Packet.STORE -> store(pe, offset, Packet.width(header), Packet.value(header));
            case Packet.ATOMIC, Packet.FETCH -> {
                return atomic(pe, offset, header);
            }
            case Packet.LOAD -> {
                return Memory.getAcquire(word(pe, offset, Packet.width(header)), Packet.width(header));
            }
            default -> throw new IllegalArgumentException("kind %d is unknown".formatted(kind));
        }
        return 0;
    }

    private void put(int pe, long offset, long data, long bytes) {
        UntornCopy.copy(data, range(pe, offset, bytes), bytes);
        Memory.fullFence();
        control.wake(pe, offset, bytes);
    }

    private void putSignal(int pe, long offset, long header, long data, long bytes) {
        long flag = Packet.second(header);
        long signal = word(pe, flag, 8);
        UntornCopy.copy(data, range(pe, offset, bytes), bytes);
        // release: pairs with the acquire of the wait for the flag
        Memory.setLongRelease(signal, Packet.value(header));
        Memory.fullFence();
        if (bytes > 0) control.wake(pe, offset, bytes);
        control.wake(pe, flag, 8);
    }

    private void store(int pe, long offset, int width, long value) {
        long address = word(pe, offset, width);
        // release: earlier messages of this sender are visible to a PE that acquires this word
        Memory.releaseFence();
        Memory.set(address, width, value);
        Memory.fullFence();
        control.wake(pe, offset, width);
    }

    private long atomic(int pe, long offset, long header) {
        int width = Packet.width(header);
        int operation = Packet.operation(header);
        long address = word(pe, offset, width);
        if (operation < 0 || operation >= OPERATIONS.length || width < 4) {
            String unknown = "atomic operation %d on %d bytes is unknown";
            throw new IllegalArgumentException(unknown.formatted(operation, width));
        }
        Atomic what = OPERATIONS[operation];
        long found = Memory.atomic(what, address, width, Packet.value(header), Packet.second(header));
        Memory.fullFence(); // an atomic is not one on every processor
        control.wake(pe, offset, width);
        return found;
    }

    /// The address of bytes, which have to be in a region of this host.
    long range(int pe, long offset, long bytes) {
        boolean inside = offset >= 0 && bytes >= 0 && bytes <= regionBytes && offset <= regionBytes - bytes;
        if (inside && hosts.isHere(pe)) return file.regionAddress(pe) + offset;
        String outside = "%d bytes at offset %d of PE %d are not in a region of this host (%d bytes each)";
        throw new IllegalArgumentException(outside.formatted(bytes, offset, pe, regionBytes));
    }

    /// The address of a word, which has to be aligned.
    private long word(int pe, long offset, int width) {
        long address = range(pe, offset, width);
        boolean word = (width == 1 || width == 2 || width == 4 || width == 8) && (offset & width - 1) == 0;
        if (word) return address;
        throw new IllegalArgumentException("offset %d is not aligned for a word of %d bytes".formatted(offset, width));
    }
}
