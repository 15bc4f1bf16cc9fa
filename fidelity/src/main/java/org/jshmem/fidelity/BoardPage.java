// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.jshmem.fidelity.Claim.number;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jshmem.fidelity.Board.ClaimValue;
import org.jshmem.report.Statistics;

/// The board as text, as the tables of docs/simulator/fidelity.md, and as a CSV of all claims.
final class BoardPage {
    private static final String OWN = "oshrun scoreboard --only ";

    /// The columns of the CSV.
    private static final Map<String, Function<ClaimValue, String>> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("id", o -> o.claim().id());
        COLUMNS.put("section", o -> o.claim().section());
        COLUMNS.put("sentence", o -> o.claim().sentence());
        COLUMNS.put("measured", o -> o.claim().measured());
        COLUMNS.put("printed", o -> plain(o.claim().printed()));
        COLUMNS.put("agrees from", o -> plain(o.claim().low()));
        COLUMNS.put("to", o -> plain(o.claim().high()));
        COLUMNS.put("unit", o -> o.claim().unit());
        COLUMNS.put("role", o -> words(o.claim().role()));
        COLUMNS.put("order", o -> Objects.requireNonNullElse(o.claim().order(), ""));
        COLUMNS.put("simulated", o -> number(o.value()));
        COLUMNS.put("least", o -> number(o.least()));
        COLUMNS.put("most", o -> number(o.most()));
        COLUMNS.put("agrees", BoardPage::verdict);
        COLUMNS.put("factor", o -> factor(o.claim().factor(o.value())));
        COLUMNS.put("command", o -> o.claim().command());
        COLUMNS.put("note", o -> Objects.requireNonNullElse(o.claim().note(), ""));
    }

    private BoardPage() {}

    private static String words(Claim.Role role) {
        return role.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Returns a line for each claim and one for each paper.
    static String text(Map<PaperClaims, List<ClaimValue>> papers) {
        StringBuilder text = new StringBuilder();
        papers.forEach((paper, outcomes) -> {
            for (ClaimValue o : outcomes) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-18s %-10s %-8s %10s  [%s] %s  paper: %s: %s%n",
                        o.claim().id(),
                        o.claim().standing(),
                        verdict(o),
                        number(o.value()),
                        range(o),
                        o.claim().unit(),
                        o.claim().paper(),
                        o.claim().measured()));
            }
            text.append(paper.key()).append(": ").append(summary(outcomes)).append('\n');
        });
        return text.toString();
    }

    private static String verdict(ClaimValue o) {
        return !o.isRun() ? "not run" : o.agrees() ? "yes" : "no";
    }

    private static String range(ClaimValue o) {
        return number(o.least()).equals(number(o.most()))
                ? number(o.least())
                : number(o.least()) + ".." + number(o.most());
    }

    /// Returns how many claims of each role agree, and the median and the worst factor of all numbers.
    static String summary(List<ClaimValue> outcomes) {
        String counts = Arrays.stream(Claim.Role.values())
                .map(role -> count(outcomes, role))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
        double[] factors = outcomes.stream()
                .filter(ClaimValue::isRun)
                .mapToDouble(o -> o.claim().factor(o.value()))
                .filter(factor -> !Double.isNaN(factor))
                .sorted()
                .toArray();
        if (factors.length == 0) return counts;
        return counts
                + "; factor between the simulated and the printed number, over all %d: median %s, worst %s"
                        .formatted(
                                factors.length,
                                factor(Statistics.median(factors)),
                                factor(factors[factors.length - 1]));
    }

    private static String count(List<ClaimValue> outcomes, Claim.Role role) {
        List<ClaimValue> of =
                outcomes.stream().filter(o -> o.claim().role() == role).toList();
        if (of.isEmpty()) return null;
        long run = of.stream().filter(ClaimValue::isRun).count();
        long agree = of.stream().filter(o -> o.isRun() && o.agrees()).count();
        return "%s: %d of %d agree%s"
                .formatted(
                        words(role), agree, of.size(), run == of.size() ? "" : ", " + (of.size() - run) + " not run");
    }

    /// Returns a paper's table with its summary.
    static String markdown(List<ClaimValue> outcomes, Map<String, String> reasons) {
        StringBuilder text = new StringBuilder("**" + upper(summary(outcomes)) + ".**\n\n");
        line(text, List.of("claim", "paper", "simulated", "range", "agrees", "role", "remark"));
        text.append("|-".repeat(7)).append("|\n");
        for (ClaimValue o : outcomes) {
            Claim c = o.claim();
            boolean own = c.command().startsWith(OWN);
            String remark = o.isRun() && !o.agrees() ? reasons.getOrDefault(c.id(), "") : "";
            if (!own) remark += (remark.isEmpty() ? "" : "; ") + "`" + c.command() + "`";
            line(
                    text,
                    List.of(
                            "**%s** \"%s\" (%s)".formatted(c.id(), c.sentence(), c.section()),
                            c.paper() + " " + c.unit(),
                            number(o.value()),
                            range(o),
                            verdict(o),
                            c.standing(),
                            remark));
        }
        return text.toString();
    }

    private static String upper(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /// Returns all claims with all that is known of them.
    static String csv(Map<PaperClaims, List<ClaimValue>> papers) {
        StringWriter text = new StringWriter();
        CsvWriter csv = CsvWriter.builder().bufferSize(0).build(text); // no buffer: nothing to flush
        csv.writeRecord(COLUMNS.keySet());
        papers.values().stream()
                .flatMap(List::stream)
                .forEach(o -> csv.writeRecord(
                        COLUMNS.values().stream().map(column -> column.apply(o)).toList()));
        return text.toString().replace("\r\n", "\n");
    }

    private static String factor(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String plain(Double value) {
        return value == null ? "" : number(value);
    }
}
