// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jshmem.Cmp;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.Shape;

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
    ///
    /// @param calls the latest call on each team; the call in which the PE waits is the last one
    public record Pe(
            int number,
            PeState state,
            long pid,
            long startedNanos,
            Optional<Wait> awaits,
            long waitedNanos,
            long putBytes,
            long gotBytes,
            List<CallLog.Call> calls) {}

    /// The condition that a PE awaits. `cmp` is null for several words. `inHeap` is true for a word of the
    /// program, false for one of the library; if true, `offset` counts from the beginning of the heap.
    ///
    /// @param line the line of the program, such as `Halo.java:12`; empty before the PE has published it
    /// @param text the condition in the program's words; empty before the PE has published it
    public record Wait(
            long sinceNanos, int home, Cmp cmp, long offset, boolean inHeap, long value, String line, String text) {}

    /// Reads the job file at a path. Throws an `IOException` that names the file if it is foreign or damaged.
    public static Snapshot of(Path path) throws IOException {
        return read(path, Reader::all);
    }

    /// Reads the state of one PE: its calls only if it waits and has not said for what, since they take most of the
    /// time.
    public static Pe pe(Path path, int number) throws IOException {
        return read(path, reader -> reader.waiting(number));
    }

    private static <T> T read(Path path, Function<Reader, T> part) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return part.apply(new Reader(path, channel));
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static final class Reader {
        private final Path path;
        private final FileChannel channel;
        private final ByteBuffer header;
        private final int npes;
        private final long regionBytes;
        private final long heapBytes;

        Reader(Path path, FileChannel channel) throws IOException {
            this.path = path;
            this.channel = channel;
            header = copy(0, JobLayout.HEADER_BYTES);
            if (header.getLong(JobLayout.MAGIC_OFFSET) != JobLayout.MAGIC) {
                throw new IOException("%s does not begin with the magic number; it is not a job file of this library"
                        .formatted(path));
            }
            int version = header.getInt(JobLayout.VERSION_OFFSET);
            if (version != JobLayout.VERSION) {
                throw new IOException("%s has layout version %d, this build reads %d; use the build that made it"
                        .formatted(path, version, JobLayout.VERSION));
            }
            npes = header.getInt(JobLayout.NPES_OFFSET);
            regionBytes = header.getLong(JobLayout.REGION_BYTES_OFFSET);
            heapBytes = header.getLong(JobLayout.HEAP_BYTES_OFFSET);
            boolean sane = npes > 0
                    && npes <= JobFile.MOST_PES_OF_HOSTS
                    && regionBytes > 0
                    && regionBytes <= (Long.MAX_VALUE - JobLayout.regionsOffset(npes)) / npes - Shape.ALIGNMENT
                    && heapBytes >= 0
                    && heapBytes <= regionBytes;
            if (!sane) {
                throw new IOException("%s has a damaged header, npes=%d, regionBytes=%d, heapBytes=%d"
                        .formatted(path, npes, regionBytes, heapBytes));
            }
        }

        Snapshot all() {
            List<Pe> pes = new ArrayList<>();
            for (int pe = 0; pe < npes; pe++) pes.add(pe(pe));
            return new Snapshot(
                    HexFormat.of().toHexDigits(header.getLong(JobLayout.JOB_ID_OFFSET)),
                    header.getLong(JobLayout.LAUNCHER_PID_OFFSET),
                    header.getLong(JobLayout.CREATED_OFFSET),
                    heapBytes,
                    pes);
        }

        private Pe pe(int number) {
            ByteBuffer slot = slot(number);
            Optional<Wait> awaits = awaited(slot);
            return pe(number, slot, awaits, calls(number, awaits));
        }

        private Pe waiting(int number) {
            ByteBuffer slot = slot(number);
            Optional<Wait> awaits = awaited(slot);
            boolean says = awaits.isEmpty()
                    || awaits.get().inHeap()
                    || !awaits.get().text().isEmpty();
            return pe(number, slot, awaits, says ? List.of() : calls(number, awaits));
        }

        private ByteBuffer slot(int number) {
            return copy(JobLayout.slotOffset(number), JobLayout.SLOT_BYTES);
        }

        private List<CallLog.Call> calls(int number, Optional<Wait> awaits) {
            List<CallLog.Call> calls = CallLog.calls(npes, (offset, to) -> fill(region(number) + offset, to));
            awaits.filter(w -> !w.inHeap())
                    .map(w -> CallLog.teamAt(npes, w.offset()))
                    .ifPresent(team ->
                            calls.sort(Comparator.comparing(call -> call.team().equals(team))));
            return calls;
        }

        private static Pe pe(int number, ByteBuffer slot, Optional<Wait> awaits, List<CallLog.Call> calls) {
            return new Pe(
                    number,
                    PeState.of(slot.getInt(JobLayout.STATE_OFFSET)),
                    slot.getLong(JobLayout.PID_OFFSET),
                    slot.getLong(JobLayout.STARTED_OFFSET),
                    awaits,
                    slot.getLong(JobLayout.WAITED_OFFSET),
                    slot.getLong(JobLayout.PUT_BYTES_OFFSET),
                    slot.getLong(JobLayout.GOT_BYTES_OFFSET),
                    calls);
        }

        private Optional<Wait> awaited(ByteBuffer slot) {
            long since = slot.getLong(JobLayout.WAIT_SINCE_OFFSET);
            if (since == 0) return Optional.empty();
            int home = slot.getInt(JobLayout.WAIT_PE_OFFSET);
            int cmp = slot.getInt(JobLayout.WAIT_CMP_OFFSET);
            long word = slot.getLong(JobLayout.WAIT_WORD_OFFSET);
            long heap = regionBytes - heapBytes;
            String[] said = said(slot);
            boolean one = cmp >= 0 && cmp < Cmp.values().length;
            return Optional.of(new Wait(
                    since,
                    home,
                    one ? Cmp.values()[cmp] : null,
                    word >= heap ? word - heap : word,
                    word >= heap,
                    slot.getLong(JobLayout.WAIT_VALUE_OFFSET),
                    said[0],
                    said[1]));
        }

        /// The line and the text that a waiting PE has published.
        private static String[] said(ByteBuffer slot) {
            int length = slot.getInt(JobLayout.WAIT_TEXT_OFFSET);
            if (length <= 0 || length > JobLayout.WAIT_TEXT_BYTES) return new String[] {"", ""};
            byte[] utf8 = new byte[length];
            slot.get(JobLayout.WAIT_TEXT_OFFSET + Integer.BYTES, utf8);
            String[] parts = new String(utf8, StandardCharsets.UTF_8).split("\t", 2);
            return parts.length == 2 ? parts : new String[] {"", ""};
        }

        private long region(int pe) {
            return JobLayout.regionOffset(npes, pe, regionBytes);
        }

        private ByteBuffer copy(long offset, int bytes) {
            ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
            fill(offset, to);
            return to;
        }

        private void fill(long offset, ByteBuffer to) {
            try {
                while (to.hasRemaining()) {
                    int n = channel.read(to, offset + to.position());
                    if (n < 0) break; // beyond the end: zero
                }
            } catch (IOException e) {
                throw new UncheckedIOException("%s cannot be read, %s".formatted(path, e.getMessage()), e);
            }
            to.clear();
        }
    }
}
