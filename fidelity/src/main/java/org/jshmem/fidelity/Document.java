// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jshmem.report.Figure;
import org.jshmem.report.Page;
import org.jshmem.report.Table;

/// The rows of the board as text, as the tables of docs/simulator/fidelity.md, and as a page with figures.
final class Document {
    private Document() {}

    /// Returns for each role the number of rows and of rows that agree, HELD first, then the number of rows that are
    /// evidence.
    static String headline(Collection<List<Row>> papers) {
        Map<Target.Role, int[]> counts = new EnumMap<>(Target.Role.class);
        for (Target.Role role : Target.Role.values()) counts.put(role, new int[3]);
        int evidence = 0;
        for (List<Row> rows : papers) {
            for (Row row : rows) {
                int[] count = counts.get(row.target().role());
                count[0]++;
                if (row.agrees()) count[1]++;
                if (row.band() == null) count[2]++;
                if (row.isEvidence()) evidence++;
            }
        }
        StringBuilder text = new StringBuilder();
        for (Target.Role role : Target.Role.values()) {
            int[] count = counts.get(role);
            if (count[0] == 0) continue;
            text.insert(
                    0,
                    "%s: %d of %d inside%s. "
                            .formatted(role, count[1], count[0], count[2] == 0 ? "" : ", " + count[2] + " not run"));
        }
        return text.append("Evidence: ").append(evidence).append('.').toString();
    }

    static String text(Map<Paper, List<Row>> papers) {
        StringBuilder text = new StringBuilder();
        papers.forEach((paper, rows) -> {
            rows.forEach(row -> text.append(String.format(
                    Locale.ROOT,
                    "%-8s %-8s %-8s %10s  [%s] %s  agrees: %s: %s%n",
                    row.target().id(),
                    row.target().role(),
                    row.verdict(),
                    row.cells().get(7),
                    row.cells().get(9),
                    row.target().unit(),
                    row.target().accepted(),
                    row.target().claim())));
            paper.details().forEach(line -> text.append("  ").append(line).append('\n'));
        });
        return text.append(headline(papers.values())).append('\n').toString();
    }

    /// Returns the text between the markers of docs/simulator/fidelity.md.
    static String markdown(Map<Paper, List<Row>> papers) {
        StringBuilder text =
                new StringBuilder("\n**").append(headline(papers.values())).append("**\n");
        papers.forEach((paper, rows) -> {
            text.append("\n### ")
                    .append(paper.title())
                    .append(", ")
                    .append(paper.place())
                    .append("\n\n");
            line(text, Row.COLUMNS);
            text.append("|-".repeat(Row.COLUMNS.size())).append("|\n");
            rows.forEach(row -> line(text, row.cells()));
        });
        return text.append('\n').toString();
    }

    /// Returns a table that counts a page's rows: for each paper the held and asserted ones by verdict, and the
    /// evidence.
    static String summary(String page) {
        Map<String, int[]> counts = new TreeMap<>();
        for (String line : page.split("\n")) {
            String[] cells = line.split("\\|", -1);
            if (cells.length != Row.COLUMNS.size() + 2) continue;
            String role = cells[2].strip();
            if (!role.equals("HELD") && !role.equals("ASSERTED")) continue;
            String verdict = cells[1 + Row.COLUMNS.indexOf("verdict")].strip();
            for (String paper : List.of(cells[1].strip().substring(0, 1), "all")) {
                int[] count = counts.computeIfAbsent(paper, any -> new int[7]);
                int at = role.equals("HELD") ? 0 : 3;
                count[at + (verdict.startsWith("inside") ? 0 : verdict.equals("outside") ? 1 : 2)]++;
                if (verdict.endsWith("evidence")) count[6]++;
            }
        }
        StringBuilder text = new StringBuilder("\n");
        line(
                text,
                List.of(
                        "paper",
                        "HELD inside",
                        "outside",
                        "not run",
                        "ASSERTED inside",
                        "outside",
                        "not run",
                        "evidence"));
        text.append("|-".repeat(8)).append("|\n");
        counts.forEach((paper, count) -> line(
                text,
                Stream.concat(Stream.of(paper), Arrays.stream(count).mapToObj(Integer::toString))
                        .toList()));
        return text.append('\n').toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /// Returns the page, with each paper's figures as `figures` draws them.
    static Page page(Map<Paper, List<Row>> papers, int seeds, Function<Paper, List<Figure>> figures) {
        Page page = new Page("Fidelity of the simulated machines", headline(papers.values()));
        page.fact("Bands: " + (seeds == 1 ? "one seed" : seeds + " seeds")
                + " of the noise, and every variation of the machine; docs/simulator/fidelity.md says what"
                + " the roles mean.");
        papers.forEach((paper, rows) -> {
            List<List<String>> cells = new ArrayList<>();
            rows.forEach(row -> cells.add(row.cells()));
            page.section(
                    paper.title(),
                    "Rows " + paper.place().replace("`", "") + ".",
                    figures.apply(paper),
                    List.of(new Table("Targets", false, Row.COLUMNS, cells)));
        });
        return page;
    }
}
