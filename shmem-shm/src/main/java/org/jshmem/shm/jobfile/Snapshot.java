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

    /// The wait of a PE. The PE writes line and text after 0.1 s, or later where JVMs share cores; until then both are
    /// empty.
    ///
    /// @param line the line of the program, such as `Halo.java:12`
    /// @param text the condition in the program's words
    public record Wait(long sinceNanos, String line, String text) {}

    /// Reads the job file at a path. Throws an `IOException` that names the file if it is foreign or damaged.
    public static Snapshot of(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            JobHeader header = JobHeader.of(channel, path);
            List<Pe> pes = new ArrayList<>();
            for (int pe = 0; pe < header.npes(); pe++) pes.add(pe(channel, path, pe));
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
            return pe(channel, path, number);
        }
    }

    private static Pe pe(FileChannel channel, Path path, int number) throws IOException {
        ByteBuffer slot = JobHeader.copy(channel, path, JobLayout.slotOffset(number), JobLayout.SLOT_BYTES);
        return new Pe(
                number,
                PeState.of(slot.getInt(JobLayout.STATE_OFFSET)),
                slot.getLong(JobLayout.PID_OFFSET),
                slot.getLong(JobLayout.STARTED_OFFSET),
                awaited(slot),
                slot.getLong(JobLayout.WAITED_OFFSET),
                slot.getLong(JobLayout.PUT_BYTES_OFFSET),
                slot.getLong(JobLayout.GOT_BYTES_OFFSET));
    }

    private static Optional<Wait> awaited(ByteBuffer slot) {
        long since = slot.getLong(JobLayout.WAIT_SINCE_OFFSET);
        if (since == 0) return Optional.empty();
        byte[] text = new byte[Math.clamp(slot.getInt(JobLayout.WAIT_TEXT_OFFSET), 0, JobLayout.WAIT_TEXT_BYTES)];
        slot.get(JobLayout.WAIT_TEXT_OFFSET + Integer.BYTES, text);
        String[] parts = new String(text, StandardCharsets.UTF_8).split("\t", 2);
        return Optional.of(parts.length < 2 ? new Wait(since, "", "") : new Wait(since, parts[0], parts[1]));
    }
}
