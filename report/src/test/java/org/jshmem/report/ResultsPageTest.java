// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.contract.Pages;
import org.jshmem.report.Result.Score;
import org.junit.jupiter.api.Test;

/// docs/results.md and README's table show what the files in docs/results hold. `-Ddocs.update` writes them anew.
///
/// places.txt has a line for each row, whose files `--jsonl` and `record` wrote. calibrated.txt is what
/// `oshrun calibrate --check` printed.
class ResultsPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path PAGE = DOCS.resolve("results.md");
    private static final Path README = Path.of("../README.md");
    private static final Pattern SECTION = Pattern.compile("(?m)^<!-- generated: ([A-Za-z0-9 ]+) -->$");
    private static final Pattern ACCESS = Pattern.compile("(, 2 PEs)?, (put and get|loads and stores)$");

    /// The columns of figures.
    private enum Column {
        JSHMEM("jshmem"),
        BEST("OpenSHMEM of Open MPI at its best setting"),
        MPI("MPI, the faster library"),
        JAVA("PCJ, MPJ Express, Aeron"),
        C("C");

        private final String title;

        Column(String title) {
            this.title = title;
        }

        static Column of(Result r) {
            if (r.isOwn()) return JSHMEM;
            if (r.source().contains("(MPI)")) return MPI;
            if (r.source().contains("(OpenSHMEM)")) return BEST;
            return r.source().matches("(PCJ|MPJ Express|Aeron) .*") ? JAVA : C;
        }
    }

    /// What is measured of one side of a row, and the words behind its figure.
    private record Side(Result result, String by) {
        static Side of(Result r, Column column) {
            Score score = r.score();
            String setting = r.extra().getOrDefault(Result.SETTING, "default");
            String speed = "%.0f MB/s, best %.0f".formatted(score.rate(), score.rate() * score.median() / score.min());
            String measured = isOfStream(r) ? speed : "";
            return new Side(
                    r,
                    switch (column) {
                        case JSHMEM -> measured;
                        case MPI -> r.source().replace(" (MPI)", "");
                        case BEST, JAVA -> setting.equals("default") ? setting : "`" + setting + "`";
                        case C -> r.source().equals("C") ? measured : r.sourceAndSetting();
                    });
        }

        double median() {
            return result.score().median();
        }

        boolean isUnstable() {
            return result.score().isUnstable();
        }

        /// One start alone has nothing to judge it by.
        boolean isStable() {
            return result.score().forks() > 1 && !isUnstable();
        }

        /// The least and the greatest median of the starts of an unstable figure; of one start, the interval of its
        /// samples.
        List<Double> range() {
            Score score = result.score();
            if (!isUnstable()) return List.of(median(), median());
            if (score.forks() == 1) return List.of(score.low(), score.high());
            return List.of(Collections.min(score.medians()), Collections.max(score.medians()));
        }

        /// A figure, or the range of an unstable one.
        String shown() {
            String unit = result.score().unit();
            return isUnstable()
                    ? "*%s to %s*".formatted(time(range().getFirst(), unit), time(range().getLast(), unit))
                    : time(median(), unit);
        }
    }

    /// A row of a page: without figures as long as nothing is measured.
    private record Line(String block, String what, String readme, String command, Map<Column, Side> sides) {
        Side own() {
            return sides.get(Column.JSHMEM);
        }

        boolean isMeasured() {
            return own() != null;
        }

        /// The row without its unstable figures.
        Line stable() {
            Map<Column, Side> stable = new EnumMap<>(sides);
            stable.values().removeIf(side -> !side.isStable());
            return new Line(block, what, readme, command, stable);
        }

        Collection<Side> others() {
            Map<Column, Side> others = new EnumMap<>(sides);
            others.remove(Column.JSHMEM);
            return others.values();
        }

        /// Whether each figure is stable, or there is none to judge, and it has a peer.
        boolean isComparable() {
            return isMeasured()
                    && !others().isEmpty()
                    && sides.values().stream().noneMatch(Side::isUnstable);
        }

        /// The factor by which jshmem is at least slower than the fastest other side, over all starts.
        double slower() {
            double other = others().stream()
                    .mapToDouble(side -> side.range().getLast())
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
            return own().range().getFirst() / other;
        }

        String fastest() {
            Side side = others().stream()
                    .min(Comparator.comparingDouble(Side::median))
                    .orElseThrow();
            String by = side.by;
            return switch (Column.of(side.result)) {
                case C -> by.isEmpty() || by.contains("MB/s") ? "C" : by;
                case MPI, JAVA -> by;
                default -> "Open MPI" + (by.isEmpty() ? "" : " with " + by);
            };
        }
    }

    private final List<Line> rows = latest();

    @Test
    void thePageShowsTheLatestRows() throws IOException {
        Map<String, String> tables = new LinkedHashMap<>();
        for (var section : SECTION.matcher(Files.readString(PAGE)).results().toList())
            tables.put(section.group(1), table(section.group(1)));
        Pages.assertSections(PAGE, tables);
        Set<String> blocks = rows.stream().map(Line::block).collect(Collectors.toSet());
        blocks.removeAll(tables.keySet());
        assertEquals(Set.of(), blocks, "blocks that the page does not show");
    }

    @Test
    void theTableOfTheReadmeIsTheStablePartOfThePage() throws IOException {
        var calls = rows.stream()
                .filter(row -> !row.readme.isEmpty())
                .sorted(Comparator.comparing(row -> Integer.valueOf(row.readme)))
                .toList();
        assertFalse(calls.isEmpty());
        Pages.assertShows(README, Pages.between(Files.readString(README), "performance", front(calls)));
    }

    /// README's table of the rows whose figures are stable, and the build on which they were measured.
    private static String front(List<Line> calls) {
        List<Line> measured = calls.stream()
                .filter(row -> row.isMeasured() && row.own().isStable())
                .toList();
        if (measured.isEmpty())
            return "This build has no stable figures yet; `bin/oshrun -np 2 pgas --reference` measures your machine.\n";
        String commits = measured.stream()
                .map(row -> row.own().result.where().commit())
                .distinct()
                .collect(Collectors.joining(", "));
        Map<String, List<Line>> byAccess = new LinkedHashMap<>();
        List<Line> others = new ArrayList<>();
        for (Line row : measured) {
            String of = ACCESS.matcher(row.what).replaceFirst("");
            if (of.equals(row.what)) others.add(row.stable());
            else byAccess.computeIfAbsent(of, name -> new ArrayList<>()).add(row);
        }
        byAccess.values().removeIf(pair -> pair.size() < 2);
        var text = new StringBuilder("\n| jshmem, 2 PEs | put and get | loads and stores |\n|-|-:|-:|\n");
        byAccess.forEach((of, pair) -> text.append(pair.stream()
                .sorted(Comparator.comparing(Line::what, Comparator.reverseOrder()))
                .map(row -> row.own().shown())
                .collect(Collectors.joining(" | ", "| " + of + " | ", " |\n"))));
        return figures("2 PEs, two cores", others, false).replaceAll(" \\(`?[^|]*\\)(?= \\|)", "")
                + (byAccess.isEmpty() ? "" : text)
                + "\nCommit " + commits + ".\n";
    }

    private String table(String block) throws IOException {
        if (block.equals("calibrated host")) return calibrated();
        if (block.equals("losses")) {
            var text = new StringBuilder("| what | jshmem takes | next to |\n|-|-:|-|\n");
            rows.stream()
                    .filter(row -> row.isMeasured() && row.slower() > 1)
                    .sorted(Comparator.comparingDouble(row -> -row.slower()))
                    .forEach(row -> text.append("| %s: %s | %s%.3g times as long | %s |\n"
                            .formatted(
                                    row.block,
                                    row.what,
                                    row.isComparable() ? "" : "at least ",
                                    row.slower(),
                                    row.fastest())));
            return text.toString();
        }
        var those = rows.stream().filter(row -> row.block.equals(block)).toList();
        Set<String> commands = new LinkedHashSet<>(), sources = new LinkedHashSet<>();
        for (Line row : those) {
            commands.add("`" + row.command + "`");
            if (!row.isMeasured()) continue;
            Where where = row.own().result.where();
            sources.add("Commit " + where.commit() + ", " + where.date().replaceFirst("T.*", "") + ", " + where.cpu());
        }
        boolean few = 2 * commands.size() < those.size();
        if (sources.isEmpty()) sources.add("Not measured on a build with today's commands");
        return figures(block, those, !few) + "\n" + String.join("; ", sources)
                + (few ? ": " + String.join(" and ", commands) : "") + ".\n";
    }

    private static String calibrated() throws IOException {
        Path printed = DOCS.resolve("results/calibrated.txt");
        if (Files.exists(printed)) return Files.readString(printed);
        return "Not measured on a build with today's commands: `bin/oshrun calibrate --check`.\n";
    }

    private static String figures(String title, List<Line> rows, boolean withCommands) {
        List<Column> columns = Stream.of(Column.values())
                .filter(column ->
                        column == Column.JSHMEM || rows.stream().anyMatch(row -> row.sides.containsKey(column)))
                .toList();
        var text = new StringBuilder("| " + title + " |");
        columns.forEach(column -> text.append(' ').append(column.title).append(" |"));
        text.append(withCommands ? " command |\n|-|" : "\n|-|").append("-:|".repeat(columns.size()));
        text.append(withCommands ? "-|\n" : "\n");
        for (Line row : rows) {
            text.append("| ").append(row.what).append(" |");
            for (Column column : columns) {
                Side side = row.sides.get(column);
                String by = side == null || side.by.isEmpty() ? "" : " (" + side.by + ")";
                text.append(' ')
                        .append(side == null ? "" : side.shown())
                        .append(by)
                        .append(" |");
            }
            text.append(withCommands ? " `" + row.command + "` |\n" : "\n");
        }
        return text.toString();
    }

    /// The sources that declare the options of a program.
    private static final Map<String, String> SOURCES = Map.of(
            "oshrun", "../shmem-launch/src/main",
            "pgas", "../microbench/src/main/java/org/jshmem/microbench/runner",
            "stream", "../microbench/src/main/java/org/jshmem/microbench",
            "record", "../microbench/src/main/java/org/jshmem/microbench/page",
            "sweep", "../fidelity/src/main/java/org/jshmem/fidelity");

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    /// Each option of a command is declared by the program before it: the launcher, then the program that it starts.
    @Test
    void eachOptionOfACommandIsDeclaredByItsProgram() throws IOException {
        Map<String, Set<String>> known = new TreeMap<>();
        for (Line row : rows) {
            String program = "";
            for (Matcher words = WORD.matcher(row.command); words.find(); ) {
                String word = words.group(), before = program;
                if (word.equals("bin/oshrun")) program = "oshrun";
                else if (program.equals("oshrun") && word.matches("[a-z]+")) program = word;
                else if (word.matches(".*\\.(java|sh)")) program = "";
                else if (word.matches("--[a-z].*") && !program.isEmpty()) {
                    if (!known.containsKey(program)) known.put(program, declared(program));
                    assertTrue(known.get(program).contains(word), word + " of " + before + " in " + row);
                }
            }
        }
        assertTrue(known.keySet().containsAll(SOURCES.keySet()), known::toString);
        assertFalse(known.get("pgas").contains("--class") || known.get("oshrun").contains("--pairs"));
    }

    private static Set<String> declared(String program) throws IOException {
        Set<String> declared = new LinkedHashSet<>();
        Path sources = Path.of(SOURCES.getOrDefault(program, "../nas-kernels/src/main"));
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(file -> file.toString().matches(".*(\\.java|help.txt)"))
                    .toList()) {
                Matcher option = Pattern.compile("(?<![\\w-])--[a-zA-Z][a-z-]*").matcher(Files.readString(file));
                while (option.find()) declared.add(option.group());
            }
        }
        return declared;
    }

    /// Three digits and the unit that fits, for times.
    private static String time(double value, String unit) {
        if (unit.equals("s")) {
            value *= 1e9;
            unit = "ns";
        }
        if (unit.equals("ns")) {
            for (String larger : List.of("us", "ms", "s")) {
                if (value < 1000) break;
                value /= 1000;
                unit = larger;
            }
        }
        String digits = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return digits.formatted(value) + " " + unit;
    }

    /// The line of a place, for forks of near or of far cores.
    private static Line measured(String cores, String... place) throws IOException {
        Path file = DOCS.resolve("results").resolve(place[4]);
        List<Result> all = Files.exists(file) ? Results.read(file) : List.of();
        Results.checkOneBuild(file + "", all);
        // each setting of a library is a row of its own here
        Map<String, List<Result>> settings = all.stream()
                .filter(r -> r.where().npes() == Integer.parseInt(place[3]) && at(r, place[5]))
                .collect(Collectors.groupingBy(Result::sourceAndSetting, TreeMap::new, Collectors.toList()));
        Map<Column, Side> sides = new EnumMap<>(Column.class);
        String what = place[1];
        for (Result r : settings.values().stream()
                .flatMap(forks -> Results.merged(forks).stream())
                .filter(r -> r.place().equals(cores))
                .toList()) {
            // copies of 4 KiB took less than memcpy's, and no measurement explains it
            if (r.source().equals("C") && r.row().variant().equals("contiguous")) continue;
            sides.merge(Column.of(r), Side.of(r, Column.of(r)), (a, b) -> b.median() < a.median() ? b : a);
            if (r.isOwn() && isOfStream(r))
                what = place[1] + ", " + (r.row().bytes() * r.where().npes() >> 20) + " MiB";
        }
        return new Line(place[0], what, place[2], place[6], sides);
    }

    private static boolean isOfStream(Result r) {
        return r.row().benchmark().startsWith("stream");
    }

    /// Whether a row has this key; those of other sources have no access mode. A key that ends with a comma is that of
    /// any number of bytes.
    private static boolean at(Result r, String key) {
        String own = r.row().key();
        if (!r.isOwn()) {
            String[] parts = key.split(",", -1);
            key = String.join(",", parts[0], parts[1], "", parts[3], parts[4]);
        }
        return own.equals(key) || key.endsWith(",") && own.startsWith(key);
    }

    private static List<Line> latest() {
        Map<String, Line> latest = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(DOCS.resolve("results/places.txt"))) {
                if (line.startsWith("#")) continue;
                Line near = measured("", line.split("\\|")), far = measured("far", line.split("\\|"));
                String key = near.block + "/" + near.what;
                latest.put(key, near);
                if (far.isMeasured())
                    latest.put(
                            key + "far", new Line(near.block, near.what + ", far cores", "", near.command, far.sides));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(latest.values());
    }
}
