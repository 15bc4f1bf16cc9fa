// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Fuzz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A trace in which somebody has been writing: a summary and a timeline, or one line that names the file.
class TraceFuzzTest extends Fuzz {
    private static final int NPES = 2;
    private static final int EVENTS = 64;

    @TempDir
    private Path folder;

    TraceFuzzTest() {
        super(300, 1_000);
    }

    /// A trace with some of everything.
    private byte[] image(Path file) throws IOException {
        TraceFile.create(file, NPES, EVENTS << TraceFile.EVENT_SHIFT, false, "a program, 2 PEs");
        for (int pe = 0; pe < NPES; pe++) {
            long[] clock = new long[1];
            var recorder = new Recorder(file, pe, () -> clock[0] += 100, false, null);
            recorder.object(4096, 800, 8, "8 longs");
            recorder.named(4096, "box");
            recorder.left(recorder.entered("barrier", 1), 1);
            for (int k = 0; k < 40; k++) {
                EventKind kind = EventKind.values()[k % EventKind.values().length];
                long number = recorder.begin(kind, 0, 1 - pe, 4096 + 8L * k, 8, k);
                if (k % 7 > 0) recorder.end(number);
            }
        }
        return Files.readAllBytes(file);
    }

    /// Most changes in what is read first: the header, the heads of the parts, texts and events.
    private int place(int length) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(128);
            case 1 -> TraceFile.PAGE + random.nextInt(192);
            case 2 -> length - 1 - random.nextInt(EVENTS << TraceFile.EVENT_SHIFT);
            case 3 -> 2 * TraceFile.PAGE + random.nextInt(256);
            default -> random.nextInt(length);
        };
    }

    @Test
    void traces() throws IOException {
        Path file = folder.resolve("t.trace");
        byte[] image = image(file);
        Path json = folder.resolve("t.json");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int run = 0; run < runs; run++) {
                int length = random.nextInt(20) == 0 ? random.nextInt(image.length) : image.length;
                channel.truncate(length);
                int[] places = new int[random.nextInt(6)];
                for (int k = 0; k < places.length; k++) {
                    places[k] = place(image.length);
                    byte[] one = {(byte) random.nextInt()};
                    if (places[k] < length) channel.write(ByteBuffer.wrap(one), places[k]);
                }
                check(run, "a trace", () -> read(file, json));
                if (length < image.length) channel.write(ByteBuffer.wrap(image), 0);
                else for (int at : places) channel.write(ByteBuffer.wrap(image, at, 1), at);
            }
        }
    }

    private static void read(Path file, Path json) {
        Ended ended = Ended.here(
                () -> TraceMain.run(System.out, file.toString(), "--json", json.toString(), "--html", json + ".html"));
        long lines = ended.err().lines().count();
        assertEquals(ended.status() == 0 ? 0 : 1, lines, ended::toString);
        assertTrue(lines == 0 || ended.err().startsWith("trace: " + file + " "), ended::toString);
    }
}
