// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class TraceFileTest {
    @TempDir
    private Path folder;

    private Path created(boolean virtual) throws IOException {
        Path file = folder.resolve("job.trace");
        TraceFile.create(file, 1, 4096, virtual, "job");
        return file;
    }

    @Test
    void aFileThatIsNotATraceIsKept() throws IOException {
        Path mine = Files.writeString(folder.resolve("thesis.txt"), "three years of work");
        String text = assertThrows(IOException.class, () -> TraceFile.create(mine, 1, 4096, false, "job"))
                .getMessage();
        assertEquals(
                "--trace %s: this file is not a trace, and is kept; give another name, or remove it".formatted(mine),
                text);
        assertEquals("three years of work", Files.readString(mine));
    }

    @Test
    void aTraceIsForItsUserAloneAndMayBeReplaced() throws IOException {
        Path file = folder.resolve("job.trace");
        for (int again = 0; again < 2; again++) TraceFile.create(file, 1, 4096, false, "job");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    @ResourceLock(Resources.LOCALE)
    void aTimelineHasTheSameDigitsWhereverItIsWrittenAndEscapesWhatWouldEndAText() throws IOException {
        Path file = folder.resolve("job.trace");
        Path json = folder.resolve("job.json");
        TraceFile.create(file, 1, 4096, false, "a\"b\\c\n\u00e9");
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            var nobody = new PrintStream(new ByteArrayOutputStream());
            assertEquals(0, TraceMain.run(nobody, file.toString(), "--json", json.toString()));
        } finally {
            Locale.setDefault(before);
        }
        String text = Files.readString(json);
        assertTrue(text.contains("\"pid\":0"), text);
        assertTrue(text.contains(":\"a\\\"b\\\\c\\n\u00e9\""), text);
    }

    /// Runs the command, which fails and prints no summary, and returns its message.
    private static String failure(String... arguments) {
        Ended failed = Ended.here(() -> TraceMain.run(System.out, arguments)).with(2);
        assertEquals("", failed.out());
        return failed.err();
    }

    @Test
    void wrongArgumentsAreRefusedByNameWithTheRemedy() {
        String help = "; 'oshrun trace --help' lists all options\n";
        assertEquals("trace: Missing required parameter: 'FILE'" + help, failure());
        assertEquals("trace: Unknown option: '--jsno'" + help, failure("--jsno", "f"));
        assertEquals("trace: Missing required parameter for option '--json' (FILE)" + help, failure("f", "--json"));
        assertEquals(
                "trace: option '--json' (FILE) should be specified only once" + help,
                failure("--json", "a", "--json", "b", "f"));
    }

    @Test
    void aTimelineDoesNotReplaceTheTraceItIsMadeOf() throws IOException {
        Path file = created(false);
        byte[] before = Files.readAllBytes(file);
        assertEquals(
                "trace: --json %s/./job.trace: the timeline would replace the trace; name another file\n"
                        .formatted(folder),
                failure(file.toString(), "--json", folder + "/./job.trace"));
        assertEquals(
                "trace: --html %s: the page would replace the trace; name another file\n".formatted(file),
                failure(file.toString(), "--html", file.toString()));
        assertEquals(
                "trace: --html shows one trace, and 2 are given; name one\n",
                failure(file.toString(), file.toString(), "--html", folder + "/page.html"));
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void nothingIsPrintedBeforeTheMistakeIsFound() throws IOException {
        Path file = created(false);
        String path = file.toString();
        assertEquals(
                "trace: --json %s/none/x cannot be written, its folder does not exist; name another file\n"
                        .formatted(folder),
                failure(path, "--json", folder + "/none/x"));
        assertEquals(
                "trace: --json %s cannot be written, Is a directory; name another file\n".formatted(folder),
                failure(path, "--json", folder.toString()));
        assertEquals(
                "trace: %s/none does not exist; name another file\n".formatted(folder),
                failure(path, folder.resolve("none").toString()));
    }

    /// An object without a name is listed by its kind and its number.
    @Test
    void anEventNamesTheKindOfItsObjectOnce() throws IOException {
        Path file = created(false);
        var recorder = new Recorder(file, 0, () -> 1000, false, null);
        recorder.object(4096, 8, 8, "signal 2");
        recorder.object(8192, 8, 8, "signals");
        recorder.named(8192, "signals");
        for (long at : new long[] {4096, 8192}) recorder.record(EventKind.SIGNAL, 0, 0, at, 8, 1, 1000, 1000);
        recorder.record(EventKind.PUT, 0, 0, 4096, 8, 1, 1000, 1000);
        recorder.record(EventKind.WAIT, 0, 0, 4096, 8, 1, 1000, 1000);
        Track track = Trace.read(file).tracks().getFirst();
        assertEquals(
                List.of("signal 2", "signal \"signals\"", "put signal 2", "wait for signal 2"),
                track.events().map(track::name).toList());
    }

    @Test
    void anEventMayBeginAtTimeZeroAndNeverEnd() throws IOException {
        Path file = created(true);
        long[] clock = new long[1];
        var recorder = new Recorder(file, 0, () -> clock[0], false, null);
        recorder.record(EventKind.PUT, 0, 0, 4096, 8, 1, 0, 0);
        recorder.begin(EventKind.WAIT, 0, 0, 4096, 8, 1);
        recorder.record(EventKind.PUT, 0, 0, 4096, 8, 1, 0, 7);
        Track track = Trace.read(file).tracks().getFirst();
        assertEquals(
                List.of("wait true 7", "put false 7", "put false 0"),
                track.events()
                        .map(e -> e.kind.word() + " " + e.open + " " + e.lasted())
                        .toList());
    }

    /// A simulated job may have more than 65,536 PEs.
    @Test
    void anEventNamesAnyPe() throws IOException {
        Path file = created(true);
        var recorder = new Recorder(file, 0, () -> 0, false, null);
        for (int pe : new int[] {0xffff, 0x10000, 0xffffff}) recorder.record(EventKind.PUT, 7, pe, 0, 8, 1, 0, 0);
        Track track = Trace.read(file).tracks().getFirst();
        assertEquals(
                List.of(0xffff, 0x10000, 0xffffff),
                track.events().map(e -> e.target).toList());
    }

    /// A name for which a PE's room of text is too small is lost, and no other name takes its place.
    @Test
    void aNameThatDoesNotFitLeavesTheOthersToTheirEvents() throws IOException {
        Path file = created(false);
        var recorder = new Recorder(file, 0, () -> 1000, false, null);
        for (String routine : List.of("barrier", "x".repeat(TraceFile.TEXT_BYTES), "reduce")) {
            recorder.left(recorder.entered(routine, 0), 1);
        }
        Track track = Trace.read(file).tracks().getFirst();
        assertEquals(
                List.of("barrier", "collective", "reduce"),
                track.events().map(track::name).toList());
    }
}
