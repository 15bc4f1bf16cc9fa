// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A summary needs less memory than the trace has bytes: 64 MB for 1,048,576 events of 64 bytes, the JVM's own
/// included. 60 PEs with 262,144 events each have 15 times as many events, and 1 GB.
class LargeTraceTest {
    private static final int STEP = 8; // events

    @TempDir
    private Path folder;

    /// Writes the trace of a ring whose PE 1 is late by 1 ms in every tenth step: `main FILE PES EVENTS`.
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        int npes = Integer.parseInt(args[1]);
        int events = Integer.parseInt(args[2]);
        TraceFile.create(file, npes, (long) events << TraceFile.EVENT_SHIFT, false, "Ring, " + npes + " PEs");
        for (int pe = 0; pe < npes; pe++) ring(file, pe, npes, events / STEP);
    }

    private static void ring(Path file, int pe, int npes, int steps) throws IOException {
        long[] clock = new long[1];
        var recorder = new Recorder(file, pe, () -> clock[0], false, null);
        recorder.object(4096, 8192, 8, "1024 doubles");
        recorder.named(4096, "halo");
        recorder.object(16384, 8, 8, "signal 2");
        int right = (pe + 1) % npes;
        int left = (pe + npes - 1) % npes;
        for (int k = 1; k <= steps; k++) {
            boolean isLate = k % 10 == 0;
            clock[0] = 2_000_000L * k;
            for (int put = 0; put < STEP - 3; put++) {
                recorder.record(EventKind.PUT, 0, right, 4096 + 1024 * put, 1024, 0, clock[0], clock[0] += 100);
            }
            long slept = recorder.begin(EventKind.SLEEP, 0, pe, 0, 0, 0);
            clock[0] += isLate && pe == 1 ? 1_000_000 : 10;
            recorder.end(slept);
            recorder.record(EventKind.SIGNAL, TracedChannel.KNOWN, right, 16384, 8, k, clock[0], clock[0]);
            clock[0] += 10;
            long wait = recorder.begin(EventKind.WAIT, org.jshmem.Cmp.GE.ordinal(), pe, 16384, 8, k);
            clock[0] += isLate && left == 1 ? 1_000_000 : 20;
            recorder.end(wait);
        }
    }

    @Test
    void aSummaryNeedsLessMemoryThanTheTraceHasBytes() throws Exception {
        Path file = folder.resolve("ring.trace");
        main(new String[] {file.toString(), "4", "262144"});
        String text = Ended.of(Ended.jvm("-Xmx64m", TraceMain.class, file.toString()))
                .with(0)
                .text();
        assertTrue(text.startsWith("Ring, 4 PEs: 65.5 s, 1048576 events\n"), text);
        assertTrue(text.contains("3.28 s     3276   1.00 ms  PE 1 (100%) signal 2, "), text);
        Files.delete(file);
    }
}
