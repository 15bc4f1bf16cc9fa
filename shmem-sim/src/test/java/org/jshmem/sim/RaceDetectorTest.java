// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `--races` finds single accesses that nothing orders, lost updates and stale reads, names both lines, and says
/// nothing of programs that order theirs.
@Isolated
class RaceDetectorTest {
    private static final String TIME = "t=[0-9.]+ [pnum]?s";

    @ParameterizedTest
    @CsvSource({
        "p p,         nothing,   store, 2, x.p(3; 8,       store, x.p(3; 7",
        "p g,         nothing,   load,  2, stored g\" -> x.g(3,     store, x.p(3; 7",
        "g p,         nothing,   store, 2, x.p(3; 8,       load,  -> x.g(3; 1);",
        "p own get,   nothing,   load,  1, x.get(3),       store, x.p(3; 7",
        "put own set, nothing,   store, 1, x.set(3; 8,     put,   x.put(3",
        "stored g,    nothing,   load,  2, stored g\" -> x.g(3,     write, x.stored(3",
        "atomic p,    nothing,   store, 2, x.p(3; 8,       atomic, x.add(3",
        "p g,         increment, load,  2, stored g\" -> x.g(3,     store, x.p(3; 7",
        "p own get,   others,    load,  1, x.get(3),       store, x.p(3; 7",
    })
    void accessesThatNothingOrdersRace(
            String how, String between, String second, int pe, String line, String first, String other)
            throws Exception {
        Ended end = run("knc", "Unordered", how, between);
        String report =
                "oshrun: race on PE 1, \"x\"[3]: PE %d %s of \"x\"[3] at %s, T, meets PE 0 %s of \"x\"[3] at %s, T; no operation orders them: insert a signal or a barrier between them, or use an atomic\n"
                        .formatted(pe, second, lineOf("Unordered", line), first, lineOf("Unordered", other));
        assertReport(report, end);
    }

    @ParameterizedTest
    @CsvSource({
        "p p, barrier",
        "p g, reduce",
        "g p, barrier",
        "p own get, flag",
        "p g, tested",
        "put own set, signal",
        "stored g, atomic",
        "p p, chain",
        "atomic p, lock",
        "p own get, lock",
        "atomic atomic, nothing",
        "update words, lock",
        "update arrays, lock",
        "update atomically, nothing",
    })
    void whatIsOrderedIsReportedForNothing(String how, String between) {
        assertQuiet(run("knc", "Unordered", how, between));
        assertQuiet(run("scc", "Unordered", how, between));
    }

    @ParameterizedTest
    @CsvSource({"update words, store, load, [3], x.p(3; x.g", "update arrays, put, get, [4..7], x.put(4"})
    void updatesThatAreLostAreNamed(String how, String change, String load, String index, String line)
            throws Exception {
        Ended end = run("knc", "Unordered", how, "nothing").with(Main.RACES);
        String at = lineOf("Unordered", line);
        String loadedAt = how.equals("update words") ? at : lineOf("Unordered", "x.get(4");
        String report =
                "oshrun: lost update on PE 1, X: PE [02] %s of X at %s, T, after its %s of X at %s, T, undoes PE [02] %s of X at %s, T; an atomic or a lock would keep both\n"
                        .formatted(change, at, load, loadedAt, change, at);
        assertTrue(
                pattern(report.replace("X", "\"x\"" + index)).matcher(end.err()).find(), end.err());
    }

    @ParameterizedTest
    @CsvSource({
        "polls,       load, [1],    'x.get(1) == 0', load, [1], 'x.get(1) == 0', [1..2]",
        "reads early, load, [2],    x.get(2),        load, [0], x.get(0);,       [1..2]",
        "gets early,  get,  [0..3], 'x.get(0, new',  load, [0], 'x.g(0, 1)',     [1..2]",
    })
    void staleReadsAreNamed(
            String how, String read, String index, String line, String held, String heldIndex, String since, String put)
            throws Exception {
        String report =
                "oshrun: stale read on PE 1, \"x\"%s: PE 1 %s of \"x\"%s at %s, T, may see what its cache holds since its %s of \"x\"%s at %s, T, not PE 0 put of \"x\"[1..2] at %s, T; a wait, a test or a collective before it would invalidate the cache\n"
                        .formatted(
                                how.equals("gets early") ? put : index,
                                read,
                                index,
                                lineOf("Stale", line),
                                held,
                                heldIndex,
                                lineOf("Stale", since),
                                lineOf("Stale", "x.put(1"));
        Ended end = run("scc", "Stale", how).with(Main.RACES);
        assertTrue(pattern(report).matcher(end.err()).find(), end.err());
        Ended coherent = run("knc", "Stale", how); // the same program races everywhere
        assertTrue(coherent.err().startsWith("oshrun: race on PE 1, \"x\""), coherent.err());
    }

    @Test
    void aLineThatWasNotHeldIsNotStale() {
        Ended end = run("scc", "Stale", "never held").with(Main.RACES);
        assertTrue(end.err().startsWith("oshrun: race on PE 1, \"x\"[2]: PE 1 load"), end.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"waits", "reads late"})
    void aWaitInvalidates(String how) {
        assertQuiet(run("scc", "Stale", how));
    }

    @Test
    void withoutTheOptionNothingIsSaid() {
        Ended end = MainTest.run("-np", "3", "--heap", "1m", "--", "Unordered", "p p", "nothing")
                .with(0);
        assertEquals("", end.err());
    }

    private static void assertReport(String report, Ended end) {
        assertEquals(Main.RACES, end.status(), end.err());
        assertTrue(pattern(report).matcher(end.err()).matches(), end.err() + "is not\n" + report);
    }

    private static void assertQuiet(Ended end) {
        assertEquals("", end.err());
        assertEquals(0, end.status());
    }

    private static Pattern pattern(String report) {
        return Pattern.compile(
                "\\Q" + report.replace(", T", ", \\E" + TIME + "\\Q").replace("[02]", "\\E[02]\\Q") + "\\E");
    }

    private static Ended run(String machine, String program, String... arguments) {
        String[] all = {
            "--machine", machine, "-np", program.equals("Stale") ? "2" : "3", "--heap", "1m", "--races", "--"
        };
        List<String> line = new java.util.ArrayList<>(List.of(all));
        line.add(program);
        line.addAll(List.of(arguments));
        return MainTest.run(line.toArray(String[]::new));
    }

    /// Where the one line is that holds a text, in which `;` stands for a comma.
    private static String lineOf(String program, String text) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("src/test/java/" + program + ".java"));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(text.replace("; ", ", "))) return program + ".java:" + (i + 1);
        }
        throw new AssertionError(text);
    }
}
