// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.contract.Ended;
import org.jshmem.transport.Atomic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracePageTest {
    @TempDir
    private Path folder;

    private static JsonObject data(String html) {
        String begin = "<script type=\"application/json\" id=\"trace\">";
        int from = html.indexOf(begin) + begin.length();
        return JsonParser.parseString(html.substring(from, html.indexOf("</script>", from)))
                .getAsJsonObject();
    }

    private static String page(Path file) throws IOException {
        Trace trace = Trace.read(file);
        var causes = new WaitCauses(trace);
        return new TracePage(trace, causes).html(new Summary(trace, causes), causes);
    }

    /// PE 1 sleeps and signals, and PE 0 waits: an arrow, the path by way of PE 1, and the bytes of the put before.
    @Test
    void theArrowThePathAndTheBytesOfALateSignal() throws IOException {
        Path file = folder.resolve("job.trace");
        TraceFile.create(file, 2, 4096, false, "a </script> job");
        long[] clock = {1000};
        for (int pe = 0; pe < 2; pe++) {
            clock[0] = 1000;
            var recorder = new Recorder(file, pe, () -> clock[0], true, null);
            recorder.object(4096, 4096, 8, "512 doubles");
            recorder.object(16384, 8, 8, "signal 2");
            long number = pe == 0
                    ? recorder.begin(EventKind.WAIT, Cmp.GE.ordinal(), 0, 16384, 8, 1)
                    : recorder.begin(EventKind.SLEEP, 0, 1, 0, 0, 0);
            clock[0] = pe == 0 ? 9000 : 7000;
            recorder.end(number);
            if (pe == 0) continue;
            recorder.record(EventKind.PUT, 0, 0, 4096, 4096, 0, 7000, 8000);
            recorder.record(EventKind.SIGNAL, TracedChannel.KNOWN, 0, 16384, 8, 1, 8000, 8000);
        }
        String html = page(file);
        assertTrue(html.contains("<title>a &lt;/script&gt; job</title>"), html);
        JsonObject data = data(html);
        assertEquals("[[1,6000,7000,0,0,8000]]", data.get("arrows").toString());
        assertEquals("[[1,0,8000]]", data.get("path").toString());
        assertEquals("[[1,0,4096]]", data.get("bytes").toString());
        String tables = data.get("tables").toString();
        assertTrue(tables.contains("critical path: the chain of events that took 8.00 us of the job"), tables);
        assertTrue(tables.contains("[\"6.00 us\",\"1\",\"6.00 us\",\"PE 1 (100%)\",\"sleep, "), tables);
    }

    /// PE 1 signals that a message has arrived, and rings the doorbell, for which PE 0 waits: the signal is
    /// the cause.
    @Test
    void aMessageIsShownByTheSignalOfItsMailbox() throws IOException {
        Path file = folder.resolve("job.trace");
        TraceFile.create(file, 2, 4096, false, "job");
        long[] clock = {1000};
        for (int pe = 0; pe < 2; pe++) {
            clock[0] = 1000;
            var recorder = new Recorder(file, pe, () -> clock[0], true, null);
            recorder.object(4096, 4096, 8, "mailbox 3");
            long number = pe == 0 ? recorder.begin(EventKind.WAIT, TracedTransport.CONDITION, 0, 64, 16, 0) : 0;
            clock[0] = 9000;
            if (pe == 0) recorder.end(number);
            if (pe == 0) continue;
            recorder.record(EventKind.PUT, 0, 0, 5120, 64, 0, 7000, 7000);
            recorder.record(EventKind.SIGNAL, TracedChannel.KNOWN, 0, 4096, 8, 1, 7500, 7500);
            recorder.record(EventKind.UPDATE, Atomic.OR.ordinal(), 0, 64, 8, 2, 8000, 8000);
        }
        Trace trace = Trace.read(file);
        String text = new Summary(trace, new WaitCauses(trace)).text();
        assertTrue(text.contains("PE 0 (100%) wait for mailbox 3, "), text);
        assertTrue(text.contains("6.50 us        1   6.50 us  PE 1 (100%) signal mailbox 3, "), text);
    }

    @Test
    void ofMorePesThan128ThoseOfTheCriticalPathAreShown() throws IOException {
        Path file = folder.resolve("job.trace");
        TraceFile.create(file, 200, 4096, false, "job");
        long[] clock = {5};
        var recorder = new Recorder(file, 199, () -> clock[0], true, null);
        recorder.record(EventKind.SLEEP, 0, 199, 0, 0, 0, 5, 1000);
        String html = page(file);
        assertTrue(
                html.contains("128 of 200 PEs have a track: those with the largest part of the critical path"), html);
        var pes = data(html).getAsJsonArray("pes");
        assertEquals(128, pes.size());
        assertEquals(199, pes.get(127).getAsInt());
    }

    /// Neighbours are merged, long events stay, and each level has fewer pieces than the one before.
    @Test
    void aLaneHasABoundedNumberOfPieces() {
        Detail.Lane lane = new Detail(4000, 100_000_000).new Lane();
        for (int k = 0; k < 100_000; k++)
            lane.add(1000L * k, 1000L * k + (k == 50_000 ? 500_000 : 500), k == 50_000 ? 7 : 1);
        List<Detail.Level> levels = lane.levels();
        int before = 4000;
        for (Detail.Level level : levels) {
            int pieces = level.pieces().size() / 3;
            assertTrue(pieces <= before, level.resolution() + ": " + pieces);
            assertTrue(level.pieces().contains(7L), "the long event at " + level.resolution());
            before = pieces;
        }
        assertTrue(levels.size() > 1);
    }

    /// The page's script under Node: its functions of time, bytes, levels and views.
    @Test
    void theScriptsFunctions() throws Exception {
        Path script = folder.resolve("trace.js");
        try (var in = TracePage.class.getResourceAsStream("trace.js")) {
            Files.write(script, in.readAllBytes());
        }
        String program = """
                const v = require(process.argv[1]), out = x => console.log(JSON.stringify(x));
                out([v.time(950), v.time(12345), v.time(2.5e9), v.bytes(512), v.bytes(1536)]);
                const fine = v.unpack({ resolution: 0, pieces: [5, 2, 1, 10, 3, 0] }), coarse = v.unpack({ resolution: 100, pieces: [] });
                out([[...fine.starts], [...fine.ends], v.after(fine.starts, 5), v.after(fine.starts, 4)]);
                out([v.fitting([fine, coarse], 50) === fine, v.fitting([fine, coarse], 100) === coarse]);
                out(v.zoomed({ from: 0, to: 1000 }, 0.5, 500, 1000));
                out(v.zoomed({ from: 400, to: 600 }, 100, 500, 1000));
                """;
        String out = Ended.of(List.of("node", "-e", program, script.toString()))
                .with(0)
                .text();
        assertEquals("""
                ["950 ns","12.3 us","2.5 s","512 bytes","1.5 KiB"]
                [[5,15],[7,18],1,0]
                [true,true]
                {"from":250,"to":750}
                {"from":0,"to":1000}
                """, out);
    }
}
