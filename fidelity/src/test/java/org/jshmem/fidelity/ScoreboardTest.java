// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class ScoreboardTest {
    @TempDir
    Path folder;

    @Test
    void whatSelectsNothingIsRefusedInOneLine() {
        assertRefused("scoreboard: --paper 'Z' is unknown; use one of K, N, P, R, S, U\n", "--paper", "Z");
        assertRefused("scoreboard: no claim's id begins with 'nix'; see --only\n", "--only", "nix");
        assertRefused("scoreboard: unknown option --bogus; 'oshrun scoreboard --help' lists all options\n", "--bogus");
    }

    private static void assertRefused(String expected, String... arguments) {
        assertEquals(expected, refusal(arguments));
    }

    private static String refusal(String... arguments) {
        return Ended.here(() -> Scoreboard.run(arguments)).with(2).err();
    }

    @Test
    void figuresAreSelectedByTheSameOptions() throws Exception {
        Path csv = folder.resolve("points.csv");
        String to = folder.resolve("figures").toString();
        assertEquals(0, Scoreboard.run("--paper", "P", "--only", "P-3", "--figures", to, "--csv", csv.toString()));
        try (Stream<Path> files = Files.list(Path.of(to))) {
            assertEquals(
                    List.of("P-3a.csv", "P-3a.svg", "P-3b.csv", "P-3b.svg", "index.html"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        List<String> points = Files.readAllLines(csv);
        assertEquals("figure,series,kind,x,y,low,high", points.getFirst());
        assertEquals(1 + 2 * 6 * 2 * 9, points.size());
        assertEquals(
                "scoreboard: no figure's id begins with 'P-99'; see --only\n",
                refusal("--only", "P-99", "--figures", to));
    }

    private static Stream<Claim> claims() {
        return Scoreboard.papers().keySet().stream().flatMap(paper -> paper.claims().stream());
    }

    @Test
    void eachClaimHasWordsAnIntervalARoleACommandAndAnIdOfItsOwn() {
        Set<String> ids = new HashSet<>();
        claims().forEach(c -> {
            assertTrue(ids.add(c.id()), c.id());
            assertTrue(c.sentence() != null && c.section() != null && c.measured() != null, c.id());
            Claim.Interval interval = c.interval();
            assertTrue(interval.unit() != null && (interval.low() != null || interval.high() != null), c.id());
            assertTrue(c.role() != null && c.command().matches("(for .*; do )?oshrun .*[^)]"), c.id());
            assertTrue(!c.blind() || c.role() == Claim.Role.PREDICTED, c.id());
            Double printed = interval.printed();
            assertTrue(printed == null || interval.contains(printed), c.id() + " prints what it does not accept");
        });
        Scoreboard.papers()
                .keySet()
                .forEach(list -> list.ablations("").values().forEach(each -> Board.ablated(list.simulated(), each)));
        assertTrue(ids.size() > 60, "of five papers");
    }

    /// Else a claim would be silently empty.
    @Test
    void eachClaimHasOneExperiment() {
        Scoreboard.papers()
                .forEach((list, paper) -> assertEquals(
                        list.claims().stream().map(Claim::id).sorted().toList(),
                        paper.experiments().stream()
                                .flatMap(e -> e.claims().stream())
                                .sorted()
                                .toList(),
                        list.title()));
    }

    @Test
    void aClaimIsARowOfTheCsv() throws Exception {
        Path file = folder.resolve("claims.csv");
        assertEquals(0, Scoreboard.run("--only", "R-60", "--set", "R_R=235.8", "--csv", file.toString())); // knc alone
        List<String> csv = Files.readAllLines(file);
        assertEquals(2, csv.size());
        assertTrue(csv.getFirst().startsWith("id,section,sentence,measured,printed"), csv.getFirst());
        assertTrue(
                csv.getLast().contains(",6,6,6,yes,-,,-,for n in 30 60; do oshrun model knc -np $n; done,"),
                csv.getLast());
    }

    /// A reader who looks for a row of the old board finds its claim, or the reason for its end.
    @Test
    void theReasonsAreOfClaimsThatExist() {
        Set<String> known = new TreeSet<>(claims().map(Claim::id).toList());
        assertTrue(
                known.containsAll(PaperClaims.reasons().keySet()),
                PaperClaims.reasons().toString());
    }

    @Test
    void readmeHasTheNumbersOfTheBoardsPage() throws Exception {
        String page = Files.readString(Path.of("../docs/simulator/fidelity.md"));
        Matcher first = Pattern.compile("predicted: (\\d+) of (\\d+) agree.*?blind: (\\d+) of (\\d+) agree"
                        + ".*?withdrawn: predicted: (\\d+) of (\\d+)")
                .matcher(page);
        assertTrue(first.find());
        String sentence =
                "Of %s predictions about what they print, %s agree (%s of %s with withdrawn ones), and %s of the %s that were made blind;"
                        .formatted(
                                first.group(2),
                                first.group(1),
                                first.group(5),
                                first.group(6),
                                first.group(3),
                                first.group(4));
        assertTrue(Files.readString(Path.of("../README.md")).contains(sentence), sentence);
    }
}
