// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

    /// The columns of figures: the name in the data, and the title.
    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("jshmem", "jshmem");
        COLUMNS.put("openmpi", "OpenSHMEM of Open MPI by default");
        COLUMNS.put("best", "OpenSHMEM of Open MPI at its best setting");
        COLUMNS.put("mpi", "MPI, the faster library");
        COLUMNS.put("java", "PCJ, MPJ Express, Aeron");
        COLUMNS.put("c", "C");
    }

    private static final Pattern ACCESS = Pattern.compile("(, 2 PEs)?, (put and get|loads and stores)$");

    private final List<JsonObject> rows = latest();

    @Test
    void thePageShowsTheLatestRows() throws IOException {
        Map<String, String> tables = new LinkedHashMap<>();
        for (var section : SECTION.matcher(Files.readString(PAGE)).results().toList())
            tables.put(section.group(1), table(section.group(1)));
        Pages.assertSections(PAGE, tables);
        Set<String> blocks = new LinkedHashSet<>();
        for (JsonObject row : rows) blocks.add(row.get("block").getAsString());
        blocks.removeAll(tables.keySet());
        assertEquals(Set.of(), blocks, "blocks that the page does not show");
    }

    @Test
    void theTableOfTheReadmeIsTheStablePartOfThePage() throws IOException {
        var calls = rows.stream()
                .filter(row -> row.has("readme"))
                .sorted(Comparator.comparing(row -> row.get("readme").getAsInt()))
                .toList();
        assertFalse(calls.isEmpty());
        Pages.assertShows(README, Pages.between(Files.readString(README), "performance", front(calls)));
    }

    /// By the rule of [Result.Score#isUnstable()]; one start alone has nothing to judge it by.
    private static boolean isStable(JsonObject row, String column) {
        return row.has(column + " forks") && row.get(column + " forks").getAsInt() > 1 && !row.has(column + " low");
    }

    /// README's table of the rows whose figures are stable, and the build on which they were measured.
    private static String front(List<JsonObject> calls) {
        List<JsonObject> measured =
                calls.stream().filter(row -> isStable(row, "jshmem")).toList();
        if (measured.isEmpty())
            return "This build has no stable figures yet; `bin/oshrun -np 2 pgas --reference` measures your machine.\n";
        String commits = measured.stream()
                .map(row -> row.get("commit").getAsString())
                .distinct()
                .collect(Collectors.joining(", "));
        Map<String, List<JsonObject>> byAccess = new LinkedHashMap<>();
        List<JsonObject> others = new ArrayList<>();
        for (JsonObject row : measured) {
            String what = row.get("what").getAsString(),
                    of = ACCESS.matcher(what).replaceFirst("");
            if (of.equals(what)) others.add(row);
            else byAccess.computeIfAbsent(of, name -> new ArrayList<>()).add(row);
        }
        byAccess.values().removeIf(pair -> pair.size() < 2);
        var text = new StringBuilder("\n| jshmem, 2 PEs | put and get | loads and stores |\n|-|-:|-:|\n");
        byAccess.forEach((of, pair) -> text.append(pair.stream()
                .sorted(Comparator.comparing(row -> row.get("what").getAsString(), Comparator.reverseOrder()))
                .map(row -> shown(row, "jshmem"))
                .collect(Collectors.joining(" | ", "| " + of + " | ", " |\n"))));
        return figures(
                                "2 PEs, two cores",
                                others.stream().map(ResultsPageTest::stable).toList(),
                                false)
                        .replaceAll(" \\(`?[^|]*\\)(?= \\|)", "")
                + (byAccess.isEmpty() ? "" : text)
                + "\nCommit " + commits + ".\n";
    }

    /// The row without its unstable figures.
    private static JsonObject stable(JsonObject row) {
        JsonObject stable = row.deepCopy();
        COLUMNS.keySet().stream().filter(column -> !isStable(row, column)).forEach(column -> {
            stable.remove(column);
            stable.remove(column + " by");
        });
        return stable;
    }

    @Test
    void eachRowNamesItsCommandAndBuild() {
        for (JsonObject row : rows) {
            for (String field : List.of("what", "unit", "jshmem", "date", "commit", "machine", "command"))
                if (row.has("jshmem") || field.equals("what") || field.equals("command"))
                    assertTrue(row.has(field), row + " has no " + field);
        }
    }

    private String table(String block) throws IOException {
        if (block.equals("calibrated host")) return calibrated();
        if (block.equals("losses")) {
            var losses = rows.stream()
                    .filter(row -> row.has("jshmem") && slower(row) > 1)
                    .sorted(Comparator.comparingDouble(row -> -slower(row)));
            var text = new StringBuilder("| what | jshmem takes | next to |\n|-|-:|-|\n");
            losses.forEach(row -> text.append("| %s: %s | %s%.3g times as long | %s |\n"
                    .formatted(
                            row.get("block").getAsString(),
                            row.get("what").getAsString(),
                            isComparable(row) ? "" : "at least ",
                            slower(row),
                            fastest(row))));
            return text.toString();
        }
        var those = rows.stream()
                .filter(row -> row.get("block").getAsString().equals(block))
                .toList();
        Set<String> commands = new LinkedHashSet<>(), sources = new LinkedHashSet<>();
        for (JsonObject row : those) {
            commands.add("`" + row.get("command").getAsString() + "`");
            if (row.has("jshmem"))
                sources.add("Commit " + row.get("commit").getAsString() + ", "
                        + row.get("date").getAsString() + ", "
                        + row.get("machine").getAsString());
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

    private static String figures(String title, List<JsonObject> rows, boolean withCommands) {
        List<String> columns = COLUMNS.keySet().stream()
                .filter(column -> column.equals("jshmem") || rows.stream().anyMatch(row -> row.has(column)))
                .toList();
        var text = new StringBuilder("| " + title + " |");
        columns.forEach(column -> text.append(' ').append(COLUMNS.get(column)).append(" |"));
        text.append(withCommands ? " command |\n|-|" : "\n|-|").append("-:|".repeat(columns.size()));
        text.append(withCommands ? "-|\n" : "\n");
        for (JsonObject row : rows) {
            text.append("| ").append(row.get("what").getAsString()).append(" |");
            for (String column : columns)
                text.append(' ')
                        .append(row.has(column) ? shown(row, column) : "")
                        .append(
                                row.has(column + " by")
                                        ? " (" + row.get(column + " by").getAsString() + ")"
                                        : "")
                        .append(" |");
            text.append(withCommands ? " `" + row.get("command").getAsString() + "` |\n" : "\n");
        }
        return text.toString();
    }

    /// Whether each figure of the row is stable, or there is none to judge, and it has a peer.
    private static boolean isComparable(JsonObject row) {
        return row.has("jshmem")
                && others(row).findAny().isPresent()
                && Stream.concat(Stream.of("jshmem"), others(row)).noneMatch(column -> row.has(column + " low"));
    }

    /// The factor by which jshmem is at least slower than the fastest other side, over all starts.
    private static double slower(JsonObject row) {
        double other = others(row)
                .mapToDouble(column -> end(row, column, " high"))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        return end(row, "jshmem", " low") / other;
    }

    private static double end(JsonObject row, String column, String end) {
        return row.get(row.has(column + end) ? column + end : column).getAsDouble();
    }

    private static Stream<String> others(JsonObject row) {
        return COLUMNS.keySet().stream().filter(column -> !column.equals("jshmem") && row.has(column));
    }

    private static String fastest(JsonObject row) {
        String column = others(row)
                .min(Comparator.comparingDouble(each -> row.get(each).getAsDouble()))
                .orElseThrow();
        String by = row.has(column + " by") ? row.get(column + " by").getAsString() : "";
        return switch (column) {
            case "c" -> by.isEmpty() || by.contains("MB/s") ? "C" : by;
            case "mpi", "java" -> by;
            default -> "Open MPI" + (by.isEmpty() ? "" : " with " + by);
        };
    }

    /// A figure, or the range of an unstable one.
    private static String shown(JsonObject row, String column) {
        String unit = row.get("unit").getAsString();
        if (!row.has(column + " low")) return shown(row.get(column).getAsDouble(), unit);
        return "*" + shown(row.get(column + " low").getAsDouble(), unit) + " to "
                + shown(row.get(column + " high").getAsDouble(), unit) + "*";
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
        for (JsonObject row : rows) {
            String program = "";
            for (Matcher words = WORD.matcher(row.get("command").getAsString()); words.find(); ) {
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
    private static String shown(double value, String unit) {
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

    /// The line of a place, for forks of near or of far cores: without figures as long as nothing is measured there.
    private static JsonObject measured(String cores, String... place) throws IOException {
        JsonObject line = new JsonObject();
        line.addProperty("block", place[0]);
        line.addProperty("what", place[1]);
        if (!place[2].isEmpty()) line.addProperty("readme", Integer.parseInt(place[2]));
        line.addProperty("command", place[6]);
        Path file = DOCS.resolve("results").resolve(place[4]);
        if (!Files.exists(file)) return line;
        List<Result> all = Results.read(file);
        Results.checkOneBuild(file + "", all);
        // each setting of a library is a row of its own here
        Map<String, List<Result>> sides = all.stream()
                .filter(r -> r.where().npes() == Integer.parseInt(place[3]) && at(r, place[5]))
                .collect(Collectors.groupingBy(Result::sourceAndSetting, TreeMap::new, Collectors.toList()));
        for (Result r : sides.values().stream()
                .flatMap(forks -> Results.merged(forks).stream())
                .filter(r -> r.place().equals(cores))
                .toList()) {
            // copies of 4 KiB took less than memcpy's, and no measurement explains it
            if (r.source().equals("C") && r.row().variant().equals("contiguous")) continue;
            double median = r.score().median();
            boolean mpi = r.source().contains("(MPI)"), shmem = r.source().contains("(OpenSHMEM)");
            boolean java = r.source().matches("(PCJ|MPJ Express|Aeron) .*");
            String column = r.isOwn() ? "jshmem" : mpi ? "mpi" : shmem ? "best" : java ? "java" : "c";
            if (line.has(column) && line.get(column).getAsDouble() <= median) continue;
            line.addProperty(column, median);
            line.addProperty(column + " forks", r.score().forks());
            if (r.row().benchmark().startsWith("stream")) {
                double best = r.score().rate() * median / r.score().min();
                line.addProperty(
                        column + " by",
                        "%.0f MB/s, best %.0f".formatted(r.score().rate(), best));
            }
            line.remove(column + " low");
            if (r.score().isUnstable()) range(r.score(), line, column);
            if (r.isOwn()) {
                line.addProperty("unit", r.score().unit());
                line.addProperty("date", r.where().date().replaceFirst("T.*", ""));
                line.addProperty("commit", r.where().commit());
                line.addProperty("machine", r.where().cpu());
                if (r.row().benchmark().startsWith("stream"))
                    line.addProperty(
                            "what",
                            place[1] + ", " + (r.row().bytes() * r.where().npes() >> 20) + " MiB");
            } else if (column.equals("c") && !r.source().equals("C")) {
                line.addProperty("c by", r.sourceAndSetting());
            } else if (!column.equals("c")) {
                String setting = r.extra().getOrDefault(Result.SETTING, "default");
                line.addProperty(
                        column + " by",
                        mpi
                                ? r.source().replace(" (MPI)", "")
                                : setting.equals("default") ? setting : "`" + setting + "`");
            }
        }
        return line;
    }

    /// The least and the greatest median of the starts; of one start, the interval of its samples.
    private static void range(Result.Score score, JsonObject line, String column) {
        boolean one = score.forks() == 1;
        line.addProperty(column + " low", one ? score.low() : Collections.min(score.medians()));
        line.addProperty(column + " high", one ? score.high() : Collections.max(score.medians()));
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

    private static List<JsonObject> latest() {
        Map<String, JsonObject> latest = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(DOCS.resolve("results/places.txt"))) {
                if (line.startsWith("#")) continue;
                JsonObject row = measured("", line.split("\\|")), far = measured("far", line.split("\\|"));
                String what = row.get("what").getAsString();
                latest.put(row.get("block").getAsString() + "/" + what, row);
                far.addProperty("what", what + ", far cores");
                far.remove("readme");
                if (far.has("jshmem")) latest.put(far.get("block").getAsString() + "/" + what + "far", far);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(latest.values());
    }
}
