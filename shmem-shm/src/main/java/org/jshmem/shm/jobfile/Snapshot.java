// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jshmem.Cmp;
import org.jshmem.shm.jobfile.JobLayout.PeState;

/// The state of a job and its PEs at one moment, read from its job file by copying. Reading does not touch the job:
/// holes of the sparse file stay holes.
///
/// @param id the job's name
/// @param launcher process number of its launcher
/// @param createdMillis time at which the job file was made, in milliseconds since 1970
/// @param heapBytes size of each PE's heap
/// @param pes one entry for each PE
public record Snapshot(String id, long launcher, long createdMillis, long heapBytes, List<Pe> pes) {

    /// One PE. Times are those of the machine's clock, as `System.nanoTime` returns them. Bytes put and got are
    /// those of transfers of 4 KiB and more, since counting would slow smaller ones.
    public record Pe(
            int number,
            PeState state,
            long pid,
            long startedNanos,
            Optional<Wait> awaits,
            long waitedNanos,
            long putBytes,
            long gotBytes) {}

    /// The condition that a PE awaits. `cmp` is null for several words. `inHeap` is true for a word of the
    /// program, false for one of the library; if true, `offset` counts from the beginning of the heap.
    ///
    /// @param line the line of the program, such as `Halo.java:12`; empty before the PE has published it
    /// @param text the condition in the program's words; empty before the PE has published it
    public record Wait(
            long sinceNanos, int home, Cmp cmp, long offset, boolean inHeap, long value, String line, String text) {}

    /// Reads the job file at a path. Throws an `IOException` that names the file if it is foreign or damaged.
    public static Snapshot of(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            JobHeader header = JobHeader.of(channel, path);
            List<Pe> pes = new ArrayList<>();
            for (int pe = 0; pe < header.npes(); pe++) pes.add(pe(channel, path, header, pe));
            ByteBuffer words = header.words();
            return new Snapshot(
                    HexFormat.of().toHexDigits(words.getLong(JobLayout.JOB_ID_OFFSET)),
                    words.getLong(JobLayout.LAUNCHER_PID_OFFSET),
                    words.getLong(JobLayout.CREATED_OFFSET),
                    header.heapBytes(),
                    pes);
        }
    }

    /// Reads the state of one PE.
    public static Pe pe(Path path, int number) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return pe(channel, path, JobHeader.of(channel, path), number);
        }
    }

    private static Pe pe(FileChannel channel, Path path, JobHeader header, int number) throws IOException {
        ByteBuffer slot = JobHeader.copy(channel, path, JobLayout.slotOffset(number), JobLayout.SLOT_BYTES);
        return new Pe(
                number,
                PeState.of(slot.getInt(JobLayout.STATE_OFFSET)),
                slot.getLong(JobLayout.PID_OFFSET),
                slot.getLong(JobLayout.STARTED_OFFSET),
                awaited(slot, header.regionBytes() - header.heapBytes()),
                slot.getLong(JobLayout.WAITED_OFFSET),
                slot.getLong(JobLayout.PUT_BYTES_OFFSET),
                slot.getLong(JobLayout.GOT_BYTES_OFFSET));
    }

    private static Optional<Wait> awaited(ByteBuffer slot, long heap) {
        long since = slot.getLong(JobLayout.WAIT_SINCE_OFFSET);
        if (since == 0) return Optional.empty();
        int cmp = slot.getInt(JobLayout.WAIT_CMP_OFFSET);
        long word = slot.getLong(JobLayout.WAIT_WORD_OFFSET);
        String[] published = published(slot);
        boolean one = cmp >= 0 && cmp < Cmp.values().length;
        return Optional.of(new Wait(
                since,
                slot.getInt(JobLayout.WAIT_PE_OFFSET),
                one ? Cmp.values()[cmp] : null,
                word >= heap ? word - heap : word,
                word >= heap,
                slot.getLong(JobLayout.WAIT_VALUE_OFFSET),
                published[0],
                published[1]));
    }

    /// The line and the text that a waiting PE has published.
    private static String[] published(ByteBuffer slot) {
        int length = slot.getInt(JobLayout.WAIT_TEXT_OFFSET);
        if (length <= 0 || length > JobLayout.WAIT_TEXT_BYTES) return new String[] {"", ""};
        byte[] utf8 = new byte[length];
        slot.get(JobLayout.WAIT_TEXT_OFFSET + Integer.BYTES, utf8);
        String[] parts = new String(utf8, StandardCharsets.UTF_8).split("\t", 2);
        return parts.length == 2 ? parts : new String[] {"", ""};
    }
}
