// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.report.Page;
import org.jshmem.report.Table;

/// The board as text, as the tables of docs/simulator/fidelity.md, and as a page with figures.
final class Document {
    private Document() {}

    /// How many rows of each role there are, and how many agree. The headline counts HELD alone.
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
        int[] held = counts.get(Target.Role.HELD);
        StringBuilder text = new StringBuilder("%d of %d HELD rows inside, %d of them overturned by the absence of a"
                        .formatted(held[1], held[0], evidence)
                + " mechanism; %d HELD rows are not run.".formatted(held[2]));
        for (Target.Role role : List.of(Target.Role.SEEN, Target.Role.FIT, Target.Role.BUILT, Target.Role.CAL)) {
            int[] count = counts.get(role);
            text.append(" %s: %d of %d%s."
                    .formatted(role, count[1], count[0], count[2] == 0 ? "" : ", " + count[2] + " not run"));
        }
        return text.toString();
    }

    static String text(Map<Paper, List<Row>> papers) {
        StringBuilder text = new StringBuilder();
        papers.forEach((paper, rows) -> {
            rows.forEach(row -> text.append(String.format(
                    Locale.ROOT,
                    "%-8s %-5s %-8s %10s  [%s] %s  agrees: %s: %s%n",
                    row.target().id(),
                    row.target().role(),
                    row.verdict(),
                    row.cells().get(6),
                    row.cells().get(8),
                    row.target().unit(),
                    row.target().accepted(),
                    row.target().claim())));
            paper.details().forEach(line -> text.append("  ").append(line).append('\n'));
        });
        return text.append(headline(papers.values())).append('\n').toString();
    }

    /// What stands between the markers of docs/simulator/fidelity.md.
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

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    static Page page(Map<Paper, List<Row>> papers, int seeds) {
        Page page = new Page("Fidelity of the simulated machines", headline(papers.values()));
        page.fact("Bands: " + seeds
                + " seeds of the noise, and every variation of the machine; docs/simulator/fidelity.md says what"
                + " the roles mean.");
        papers.forEach((paper, rows) -> {
            List<List<String>> cells = new ArrayList<>();
            rows.forEach(row -> cells.add(row.cells()));
            page.section(
                    paper.title(),
                    "Rows " + paper.place() + ".",
                    paper.figures(paper.machine(), seeds),
                    List.of(new Table("Targets", false, Row.COLUMNS, cells)));
        });
        return page;
    }
}
