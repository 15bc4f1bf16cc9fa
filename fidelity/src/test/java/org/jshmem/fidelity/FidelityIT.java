// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.jshmem.fidelity.Board.ClaimValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/// docs/simulator/claims.csv has the outcomes of all claims, to the last digit, and fidelity.md counts them, which
/// `-Ddocs.update` writes. Those of K, N, P and R take minutes, so that `-Plong` has them; `GoldenTimesIT` shows
/// costs that move in each build.
class FidelityIT {
    static final Path DOC = Path.of("../docs/simulator/fidelity.md");
    private static final Path PICTURE = Path.of("../docs/pictures/claims.svg");
    private static final Path CSV = Path.of("../docs/simulator/claims.csv");
    private static final Path CLI = Path.of("../docs/reference/cli.md");

    /// The counts are made of the table of all claims, which the tests hold paper by paper.
    @Test
    void thePageCountsTheClaimsOfEachPaper() throws Exception {
        List<ClaimValue> all = published();
        String mechanisms = "**" + BoardPage.mechanisms(all) + ".**\n\n";
        var text = new StringBuilder(mechanisms + "**" + BoardPage.summary(all) + ".**\n\n| paper | claims |\n|-|-|\n");
        for (PaperClaims paper : Scoreboard.papers().keySet()) {
            List<ClaimValue> own =
                    all.stream().filter(o -> paper.claims().contains(o.claim())).toList();
            text.append("| %s | %s |\n".formatted(paper.key(), BoardPage.summary(own)));
        }
        shows(DOC, "claims of all", text.toString());
    }

    /// For each role a line of the ratios in their order, with the range over the machine's uncertainty.
    @Test
    void thePictureHasTheRatioOfEachClaimWithANumber() throws Exception {
        List<FigureSeries> series = new ArrayList<>();
        for (Claim.Role role : Claim.Role.values()) {
            List<ClaimValue> own = published().stream()
                    .filter(o -> o.isRun()
                            && o.claim().certain() == null
                            && o.claim().role() == role)
                    .filter(o -> printed(o) > 0)
                    .sorted(Comparator.comparingDouble(o -> o.value() / printed(o)))
                    .toList();
            List<Figure.Point> points = new ArrayList<>();
            for (ClaimValue o : own) {
                double of = printed(o);
                points.add(new Figure.Point(points.size() + 1, o.value() / of, o.least() / of, o.most() / of));
            }
            series.add(new FigureSeries(role.toString(), role.toString(), FigureSeries.Style.SOLID, points));
        }
        Figure.Axis claims = new Figure.Axis("claims with a printed number", "linear");
        var figure = new Figure(claims, new Figure.Axis("simulated over printed", "log"), series);
        Pages.assertShows(PICTURE, SvgFigure.of("Claims of the board, by role", figure));
    }

    private static double printed(ClaimValue o) {
        Double printed = o.claim().interval().printed();
        return printed == null ? 0 : printed;
    }

    @ParameterizedTest
    @SampledRows("K\nN\nP\nR\nS")
    @Timeout(1800)
    @Tag("long")
    void theClaimsAreWhatTheTableShows(String letter) throws Exception {
        Map<String, Double> ablated =
                published().stream().collect(Collectors.toMap(o -> o.claim().id(), ClaimValue::ablated));
        for (List<ClaimValue> run : Scoreboard.outcomes(letter).values()) {
            List<ClaimValue> outcomes = run.stream()
                    .map(o -> new ClaimValue(
                            o.claim(),
                            o.value(),
                            o.least(),
                            o.most(),
                            ablated.get(o.claim().id())))
                    .toList();
            Map<String, String> reasons = PaperClaims.reasons();
            for (ClaimValue o : outcomes) {
                assertTrue(
                        !o.isRun()
                                || o.agrees()
                                || o.claim().withdrawn() != null
                                || reasons.containsKey(o.claim().id()),
                        "no reason: " + o);
            }
            for (String line : BoardPage.csv(Map.of(list(letter), outcomes))
                    .lines()
                    .skip(1)
                    .toList()) {
                assertTrue(
                        System.getProperty("docs.update") != null
                                || Files.readString(CSV).contains(line),
                        line);
            }
        }
    }

    private static List<ClaimValue> published() throws Exception {
        Map<String, NamedCsvRecord> rows = new HashMap<>();
        try (var csv = CsvReader.builder().ofNamedCsvRecord(CSV)) {
            csv.forEach(row -> rows.put(row.getField("id"), row));
        }
        return Scoreboard.papers().keySet().stream()
                .flatMap(paper -> paper.claims().stream())
                .map(claim -> {
                    NamedCsvRecord row = rows.get(claim.id());
                    assertNotNull(row, claim.id() + " is not in claims.csv");
                    return new ClaimValue(
                            claim,
                            value(row.getField("simulated")),
                            value(row.getField("least")),
                            value(row.getField("most")),
                            value(row.getField("ablated")));
                })
                .toList();
    }

    private static double value(String printed) {
        return printed.equals("-") ? Double.NaN : Double.parseDouble(printed);
    }

    private static PaperClaims list(String letter) {
        return Scoreboard.papers().keySet().stream()
                .filter(paper -> paper.key().equals(letter))
                .findFirst()
                .orElseThrow();
    }

    static void shows(Path page, String marker, String text) throws Exception {
        Pages.assertShows(page, Pages.between(Files.readString(page), marker, text));
    }

    /// Here, since this module is behind all that have programs.
    @Test
    void theLauncherFindsTheProgramsOfAllModules() throws Exception {
        String help = Ended.oshrun("--help").with(0).text();
        String all = "hello cg ep ft is mg sp pgas stream gcmc model figure scoreboard sweep";
        for (String name : all.split(" ")) {
            assertTrue(help.contains("%n  %s%n".formatted(name)), help);
        }
        assertTrue(help.contains("Machines:\n      calibrated, cluster, knc, knc-se10p, scc"), help);
        String programs = help.substring(help.indexOf("Built-in programs:"), help.indexOf("Other commands:"));
        String rows = Pattern.compile("(?m)^  ([a-z]+)\n {6}(.*)$")
                .matcher(programs)
                .replaceAll("| `$1` | $2 |")
                .lines()
                .filter(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n", "", "\n"));
        shows(CLI, "programs", "| program | purpose |\n|-|-|\n" + rows);
    }

    /// Each is a job of its own, so that a run without `-Plong` asks one of four.
    @Test
    @Tag(Samples.TAG)
    void everyProgramAndCommandSaysWhatItsArgumentsAre() throws Exception {
        String all = Ended.oshrun("--help").with(0).text();
        String names = all.replaceFirst("(?s).*Built-in programs:", "").replaceFirst("(?s)Exit status.*", "");
        Matcher name = Pattern.compile("(?m)^  ([a-z]+)$").matcher(names);
        int asked = 0;
        for (; name.find(); asked++) {
            if (!Samples.tries(asked)) continue;
            String help = Ended.oshrun(name.group(1) + " --help").with(0).text();
            assertTrue(help.matches("(?s)Usage: (oshrun (-np N )?)?" + name.group(1) + "\\b.*"), help);
            boolean sample = List.of("doctor", "hello", "is").contains(name.group(1));
            String brief = sample ? Ended.oshrun(name.group(1) + " -h").with(0).text() : help;
            assertEquals(help, brief); // the launcher has one rule for all
            for (String line :
                    help.lines().filter(l -> l.startsWith("  bin/oshrun ")).toList()) {
                assertTrue(line.length() < 80 && help.contains("\n" + line + "\n"), line);
            }
        }
        assertTrue(asked > 15, names);
    }
}
