// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;
import org.jshmem.transport.Memory;

/// The launcher's own job file for a job on several hosts. It has no memory for regions. A job and its reports read in
/// it the copies that the hosts send, as if all PEs were on this host.
record Mirror(JobFile file) {

    /// Copies a slot and converts its times to the launcher's clock.
    void take(Frame.Slot slot) {
        check("a slot", slot.pe(), slot.bytes().length == JobLayout.SLOT_BYTES, 0, slot.bytes());
        ByteBuffer words = ByteBuffer.wrap(slot.bytes()).order(ByteOrder.nativeOrder());
        long ahead = System.nanoTime() - slot.nanos();
        for (int time : new int[] {JobLayout.STARTED_OFFSET, JobLayout.WAIT_SINCE_OFFSET}) {
            if (words.getLong(time) != 0) words.putLong(time, words.getLong(time) + ahead);
        }
        long to = file.control().slot(slot.pe());
        MemorySegment.copy(slot.bytes(), 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, to, JobLayout.SLOT_BYTES);
    }

    /// Refuses what lies outside of the file: the host has another build, or is not what it says.
    private void check(String what, int pe, boolean fits, long offset, byte[] bytes) {
        if (fits && pe >= 0 && pe < file.npes()) return;
        throw new IllegalArgumentException(
                "it sent %s of %d bytes at %d of PE %d, which this job of %d PEs does not have"
                        .formatted(what, bytes.length, offset, pe, file.npes()));
    }

    /// Copies a piece of a region to the place where reports read it. Writes to the file, since a store into a
    /// full one would fault.
    void take(Frame.Piece piece) {
        boolean fits = piece.offset() >= 0 && piece.offset() <= file.regionBytes() - piece.bytes().length;
        check("a piece", piece.pe(), fits, piece.offset(), piece.bytes());
        long position = JobLayout.regionOffset(file.npes(), piece.pe(), file.regionBytes()) + piece.offset();
        try (var channel = FileChannel.open(file.descriptor(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(piece.bytes()), position);
        } catch (IOException e) {
            // the report is made without it
        }
    }
}
