// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two hosts with a trace each, and the one that comes of them.
class HandoverTest {
    private static final long BYTES_EACH = 1 << 20;
    private static final long SLOW = 1_000_000;

    @TempDir
    private Path folder;

    /// A host's trace, in which its PE has stored `events` words, the k-th at `base` + 10 k; then it waits.
    private Path recorded(int pe, long base, int events) throws IOException {
        Path file = folder.resolve("host" + pe);
        TraceFile.create(file, 2, BYTES_EACH, false, "");
        long[] clock = {base};
        var recorder = new Recorder(file, pe, () -> clock[0], false, null);
        recorder.object(4096, 800, 8, "100 longs");
        recorder.named(4096, "box");
        for (int k = 0; k < events; k++) {
            clock[0] += 10;
            recorder.record(EventKind.STORE, 0, 1 - pe, 4096, 8, k, clock[0], clock[0]);
        }
        clock[0] += 10;
        recorder.object(4096, 800, 8, "100 longs"); // where the one before was freed
        recorder.named(4096, "later");
        recorder.begin(EventKind.WAIT, 0, pe, 4096, 8, 1, clock[0]);
        return file;
    }

    private static long partBytes(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = TraceFile.header(file, channel);
            return TraceFile.partBytes(
                    header.getLong(TraceFile.EVENTS_OFFSET), header.getLong(TraceFile.TEXT_BYTES_OFFSET));
        }
    }

    @Test
    void piecesOfBothHostsComeIntoOneFileInOneTime() throws IOException {
        Path all = folder.resolve("all");
        TraceFile.create(all, 2, BYTES_EACH, false, "a program");
        List<Integer> sizes = new ArrayList<>();
        Path first = recorded(0, 1000, 10);
        Path second = recorded(1, 1000 + SLOW, 15_000);
        Track.Host host = new Track.Host(1, "b", false, new ClockOffset(0, -SLOW, 1, -SLOW, 5_000));
        try (var into = new Handover.Into(all)) {
            Handover.Taker taker = (pe, offset, bytes) -> {
                sizes.add(bytes.length);
                into.take(pe, offset, bytes);
            };
            Handover.give(first, 0, new Track.Host(0, "a", false, new ClockOffset(0, 0, 0, 0, 0)), taker);
            Handover.give(second, 1, host, taker);
            long end = partBytes(all) - 8;
            assertEquals(
                    "9 bytes at " + end + " of PE 0",
                    assertThrows(IOException.class, () -> into.take(0, end, new byte[9]))
                            .getMessage());
            assertThrows(IOException.class, () -> into.take(2, 0, new byte[1]));
        }
        assertTrue(sizes.stream().allMatch(n -> n <= 256 << 10), sizes::toString);
        assertTrue(sizes.stream().mapToInt(n -> n).sum() < BYTES_EACH + (64 << 10), "what nobody wrote is not given");
        Trace trace = Trace.read(all);
        assertEquals(11, trace.tracks().get(0).events().size());
        Track b = trace.tracks().get(1);
        assertEquals(15_001, b.events().size());
        assertEquals(1010, b.events().getFirst().start());
        assertTrue(b.events().getLast().open());
        assertEquals("\"box\"", b.object(b.events().getFirst()));
        assertEquals("\"later\"", b.object(b.events().getLast()));
        assertEquals(host, b.host());
    }

    /// A clock that runs a millionth too fast.
    @Test
    void anOffsetIsInterpolatedBetweenItsTwoMoments() {
        ClockOffset offset = new ClockOffset(1_000_000, 500, 3_000_000, 498, 10);
        assertEquals(1_000_500, offset.at(1_000_000));
        assertEquals(2_000_499, offset.at(2_000_000));
        assertEquals(3_000_498, offset.at(3_000_000));
        assertEquals(9_000_498, offset.at(9_000_000));
    }

    @Test
    void theSummaryNamesTheHostsAndHowExactTheirTimesAre() throws IOException {
        Path all = folder.resolve("all");
        TraceFile.create(all, 2, BYTES_EACH, false, "a program");
        try (var into = new Handover.Into(all)) {
            Handover.give(
                    recorded(1, 1000, 3), 1, new Track.Host(1, "b", false, new ClockOffset(0, 0, 0, 0, -1)), into);
            into.lost(0, 0, "a");
        }
        var text = new ByteArrayOutputStream();
        assertEquals(0, TraceMain.run(new PrintStream(text, true, StandardCharsets.UTF_8), all.toString()));
        String said = text.toString(StandardCharsets.UTF_8);
        assertTrue(
                said.contains("\n  on a: PE 0; lost, with what they had recorded\n"
                        + "  on b: PE 1; its clock is not aligned, host 0 did not answer\n"),
                said);
    }
}
