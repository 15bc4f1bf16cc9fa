// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/results.md and README's table show what docs/results/results.jsonl holds. `-Ddocs.update` writes them anew.
///
/// The file only grows: a later row of the same block and name replaces an earlier one on the page, and a row with
/// `retracted`, the reason, removes it.
class ResultsPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path PAGE = DOCS.resolve("results.md");
    private static final Path README = Path.of("../README.md");
    private static final Pattern SECTION =
            Pattern.compile("(?ms)^<!-- generated: ([A-Za-z0-9 ]+) -->\n.*?^<!-- end -->$");
    private static final Pattern TABLE =
            Pattern.compile("(?ms)(?<=^<!-- performance -->\n).*?(?=^<!-- end of performance -->$)");

    /// The columns of figures: the name in the data, and the title.
    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("jshmem", "jshmem");
        COLUMNS.put("openmpi", "Open MPI by default");
        COLUMNS.put("best", "Open MPI at its best setting");
        COLUMNS.put("c", "C");
    }

    private final List<JsonObject> rows = latest();

    @Test
    void thePageShowsTheLatestRows() throws IOException {
        String page = Files.readString(PAGE);
        String now = SECTION.matcher(page)
                .replaceAll(section -> Matcher.quoteReplacement(
                        "<!-- generated: " + section.group(1) + " -->\n" + table(section.group(1)) + "<!-- end -->"));
        keep(PAGE, page, now);
        Set<String> blocks = new LinkedHashSet<>();
        for (JsonObject row : rows) blocks.add(row.get("block").getAsString());
        Matcher section = SECTION.matcher(page);
        while (section.find()) blocks.remove(section.group(1));
        assertEquals(Set.of(), blocks, "blocks that the page does not show");
    }

    @Test
    void theTableOfTheReadmeIsAPartOfThePage() throws IOException {
        String readme = Files.readString(README);
        var calls = rows.stream()
                .filter(row -> row.has("readme"))
                .sorted(Comparator.comparing(row -> row.get("readme").getAsInt()))
                .toList();
        assertFalse(calls.isEmpty());
        keep(
                README,
                readme,
                TABLE.matcher(readme).replaceAll(Matcher.quoteReplacement(figures("2 PEs, two cores", calls, false))));
    }

    @Test
    void eachRowNamesItsCommandAndBuild() {
        for (JsonObject row : rows) {
            for (String field : List.of("what", "unit", "jshmem", "date", "commit", "machine", "command"))
                assertTrue(row.has(field), row + " has no " + field);
        }
    }

    private static void keep(Path file, String before, String now) throws IOException {
        if (System.getProperty("docs.update") != null) Files.writeString(file, now);
        else assertEquals(now, before, file + " has drifted; run mvn verify -Ddocs.update");
    }

    private String table(String block) {
        if (block.equals("losses")) {
            var losses = rows.stream().filter(row -> ratio(row) < 1).sorted(Comparator.comparingDouble(this::ratio));
            var text = new StringBuilder("| what | jshmem takes | next to |\n|-|-:|-|\n");
            losses.forEach(row -> text.append("| %s: %s | %.3g times as long | %s |\n"
                    .formatted(
                            row.get("block").getAsString(),
                            row.get("what").getAsString(),
                            1 / ratio(row),
                            fastest(row))));
            return text.toString();
        }
        var those = rows.stream()
                .filter(row -> row.get("block").getAsString().equals(block))
                .toList();
        Set<String> commands = new LinkedHashSet<>(), sources = new LinkedHashSet<>();
        for (JsonObject row : those) {
            commands.add("`" + row.get("command").getAsString() + "`");
            sources.add("Commit " + row.get("commit").getAsString() + ", "
                    + row.get("date").getAsString() + ", " + row.get("machine").getAsString());
        }
        boolean one = commands.size() == 1;
        return figures(block, those, !one) + "\n" + String.join("; ", sources)
                + (one ? ": " + commands.iterator().next() : "") + ".\n";
    }

    private static String figures(String title, List<JsonObject> rows, boolean withCommands) {
        List<String> columns = COLUMNS.keySet().stream()
                .filter(column -> rows.stream().anyMatch(row -> row.has(column)))
                .toList();
        var text = new StringBuilder("| " + title + " |");
        columns.forEach(column -> text.append(' ').append(COLUMNS.get(column)).append(" |"));
        text.append(withCommands ? " command |\n|-|" : "\n|-|").append("-:|".repeat(columns.size()));
        text.append(withCommands ? "-|\n" : "\n");
        for (JsonObject row : rows) {
            text.append("| ").append(row.get("what").getAsString()).append(" |");
            for (String column : columns)
                text.append(' ')
                        .append(
                                row.has(column)
                                        ? shown(
                                                row.get(column).getAsDouble(),
                                                row.get("unit").getAsString())
                                        : "")
                        .append(
                                column.equals("best") && row.has("setting")
                                        ? " (" + row.get("setting").getAsString() + ")"
                                        : "")
                        .append(" |");
            text.append(withCommands ? " `" + row.get("command").getAsString() + "` |\n" : "\n");
        }
        return text.toString();
    }

    /// The time of the fastest other side over the time of jshmem; infinite if there is none.
    private double ratio(JsonObject row) {
        return COLUMNS.keySet().stream()
                        .filter(column -> !column.equals("jshmem") && row.has(column))
                        .filter(column -> !column.equals("c") || !row.has("openmpi"))
                        .mapToDouble(column -> row.get(column).getAsDouble())
                        .min()
                        .orElse(Double.POSITIVE_INFINITY)
                / row.get("jshmem").getAsDouble();
    }

    private static String fastest(JsonObject row) {
        if (row.has("peer")) return row.get("peer").getAsString();
        boolean best = row.has("best")
                && row.get("best").getAsDouble() < row.get("openmpi").getAsDouble();
        return best ? "Open MPI with " + row.get("setting").getAsString() : "Open MPI";
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

    private static List<JsonObject> latest() {
        Map<String, JsonObject> latest = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(DOCS.resolve("results/results.jsonl"))) {
                JsonObject row = JsonParser.parseString(line).getAsJsonObject();
                String key =
                        row.get("block").getAsString() + "/" + row.get("what").getAsString();
                if (row.has("retracted")) latest.remove(key);
                else latest.put(key, row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(latest.values());
    }
}
