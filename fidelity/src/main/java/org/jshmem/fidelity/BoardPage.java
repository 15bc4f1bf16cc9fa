// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.jshmem.fidelity.Claim.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jshmem.fidelity.Board.ClaimValue;
import org.jshmem.report.Statistics;

/// The board as text, as the counts of docs/simulator/fidelity.md, and as a CSV of all claims.
final class BoardPage {
    private static final String COLUMNS = "id,section,sentence,measured,printed,agrees from,to,unit,role,blind,"
            + "simulated,least,most,agrees,factor,ablation,ablated,command,note,reason\n";

    private BoardPage() {}

    /// Returns a line for each claim and one for each paper, after that of the mechanisms if they were `ablated`.
    static String text(Map<PaperClaims, List<ClaimValue>> papers, boolean ablated) {
        StringBuilder text = new StringBuilder();
        if (ablated) {
            List<ClaimValue> all =
                    papers.values().stream().flatMap(List::stream).toList();
            text.append(mechanisms(all)).append('\n');
        }
        papers.forEach((paper, outcomes) -> {
            for (ClaimValue o : outcomes) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-18s %-10s %-8s %10s  [%s] %s  paper: %s: %s%s%n",
                        o.claim().id(),
                        o.claim().standing(),
                        verdict(o),
                        number(o.value()),
                        range(o),
                        o.claim().interval().unit(),
                        o.claim().interval(),
                        o.claim().measured(),
                        ablated ? ablation(o) : ""));
            }
            text.append(paper.key()).append(": ").append(summary(outcomes)).append('\n');
        });
        return text.toString();
    }

    private static String ablation(ClaimValue o) {
        String evidence = o.agrees() && !o.isEvidence() ? "; no evidence" : "";
        return o.claim().ablation() == null
                ? evidence
                : "; after %s: %s%s".formatted(o.claim().ablation(), number(o.ablated()), evidence);
    }

    /// Returns how many mechanisms claims depend on, how many of them agree in all claims that depend on them, and
    /// how many claims agree without any. Fitted and withdrawn claims do not count, nor does one that cannot fail.
    static String mechanisms(List<ClaimValue> outcomes) {
        List<ClaimValue> tests = outcomes.stream()
                .filter(o -> o.isRun() && o.claim().role() != Claim.Role.FITTED)
                .filter(o -> o.claim().certain() == null && o.claim().withdrawn() == null)
                .toList();
        Map<String, List<ClaimValue>> by = tests.stream()
                .filter(o -> o.claim().ablation() != null)
                .collect(Collectors.groupingBy(o -> o.claim().ablation(), TreeMap::new, Collectors.toList()));
        by.values().removeIf(of -> of.stream().noneMatch(ClaimValue::isEvidence));
        return "%d of %d mechanisms agree in all their claims (%s); no evidence: %d claims that agree without any"
                .formatted(
                        by.values().stream()
                                .filter(of -> of.stream().allMatch(ClaimValue::agrees))
                                .count(),
                        by.size(),
                        by.entrySet().stream()
                                .map(of -> "%s %d of %d"
                                        .formatted(
                                                of.getKey(),
                                                agreeing(of.getValue()),
                                                of.getValue().size()))
                                .collect(Collectors.joining(", ")),
                        tests.stream()
                                .filter(o -> o.agrees() && !o.isEvidence())
                                .count());
    }

    private static long agreeing(List<ClaimValue> of) {
        return of.stream().filter(ClaimValue::agrees).count();
    }

    private static String verdict(ClaimValue o) {
        return !o.isRun() ? "not run" : o.agrees() ? "yes" : "no";
    }

    private static String range(ClaimValue o) {
        return number(o.least()).equals(number(o.most()))
                ? number(o.least())
                : number(o.least()) + ".." + number(o.most());
    }

    /// Returns for each role how many claims agree, and the median and the worst factor between the
    /// simulated and the printed number. A fitted number has no factor here, and a claim that cannot fail
    /// is only counted. Predictions are counted again with those that were withdrawn.
    static String summary(List<ClaimValue> outcomes) {
        List<ClaimValue> all =
                outcomes.stream().filter(o -> o.claim().certain() == null).toList();
        List<ClaimValue> tests =
                all.stream().filter(o -> o.claim().withdrawn() == null).toList();
        List<String> parts = new ArrayList<>();
        for (Claim.Role role : Claim.Role.values()) {
            count(parts, role.toString(), tests, o -> o.claim().role() == role);
            if (role == Claim.Role.PREDICTED)
                count(parts, "of them blind", tests, o -> o.claim().blind());
        }
        if (all.size() < outcomes.size()) parts.add("cannot fail: " + (outcomes.size() - all.size()));
        if (tests.size() < all.size()) {
            String with = "with " + (all.size() - tests.size()) + " withdrawn: predicted";
            count(parts, with, all, o -> o.claim().role() == Claim.Role.PREDICTED);
            count(parts, "of them blind", all, o -> o.claim().blind());
        }
        return String.join("; ", parts);
    }

    private static void count(List<String> parts, String name, List<ClaimValue> all, Predicate<ClaimValue> which) {
        List<ClaimValue> of = all.stream().filter(which).toList();
        if (!of.isEmpty()) parts.add(name + ": " + counted(of));
    }

    /// Returns how many claims agree, and what their factors are.
    private static String counted(List<ClaimValue> of) {
        long missing = of.stream().filter(o -> !o.isRun()).count();
        double[] factors = of.stream()
                .filter(o -> o.isRun() && o.claim().role() != Claim.Role.FITTED)
                .mapToDouble(o -> o.claim().interval().factor(o.value()))
                .filter(factor -> !Double.isNaN(factor))
                .sorted()
                .toArray();
        return "%d of %d agree%s%s"
                .formatted(
                        agreeing(of),
                        of.size(),
                        missing == 0 ? "" : ", " + missing + " not run",
                        factors.length == 0
                                ? ""
                                : " (factor over %d: median %s, worst %s)"
                                        .formatted(
                                                factors.length,
                                                factor(Statistics.median(factors)),
                                                factor(factors[factors.length - 1])));
    }

    /// Returns all claims with all that is known of them.
    static String csv(Map<PaperClaims, List<ClaimValue>> papers) {
        Map<String, String> reasons = PaperClaims.reasons();
        return COLUMNS
                + FidelityPrograms.csv(papers.values().stream()
                        .flatMap(List::stream)
                        .map(o -> fields(o, reasons.getOrDefault(o.claim().id(), "")))
                        .toList());
    }

    private static List<String> fields(ClaimValue o, String reason) {
        Claim c = o.claim();
        Claim.Interval interval = c.interval();
        return List.of(
                c.id(),
                c.section(),
                c.sentence(),
                c.measured(),
                optional(interval.printed()),
                optional(interval.low()),
                optional(interval.high()),
                interval.unit(),
                c.role().toString(),
                c.blind() ? "blind" : "",
                number(o.value()),
                number(o.least()),
                number(o.most()),
                verdict(o),
                factor(interval.factor(o.value())),
                Objects.requireNonNullElse(c.ablation(), ""),
                number(o.ablated()),
                c.command(),
                Objects.requireNonNullElse(c.note(), ""),
                c.certain() != null
                        ? "cannot fail: " + c.certain()
                        : c.withdrawn() != null ? "withdrawn: " + c.withdrawn() : reason);
    }

    private static String factor(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String optional(Double value) {
        return value == null ? "" : number(value);
    }
}
