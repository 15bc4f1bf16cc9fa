// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// One line of the board: what a paper says, what the simulation gives, and what that depends on.
///
/// @param target what is printed
/// @param band what is simulated; null where nothing is
/// @param own the value on the machine as it is, without noise
/// @param without the same without a mechanism, by its name; empty where that was not asked for
public record Row(Target target, Band band, double own, Map<String, Double> without) {

    /// One that nothing is simulated for.
    public static Row notRun(Target target) {
        return new Row(target, null, Double.NaN, Map.of());
    }

    /// One of measurements, which no mechanism decides.
    public static Row measured(Target target, Band band) {
        return new Row(target, band, band.median(), Map.of());
    }

    /// Whether the simulation agrees: a number, an input and what is fitted by the median of the machine itself; a
    /// bound, a sign or a ranking over the whole band.
    public boolean agrees() {
        if (band == null) return false;
        boolean byMedian = target.isNumber() || target.role() == Target.Role.CAL || target.role() == Target.Role.FIT;
        return byMedian ? target.holds(band.median()) : target.holds(band.least()) && target.holds(band.most());
    }

    /// The mechanisms without which the verdict of the machine's own value is another one.
    List<String> overturning() {
        return without.keySet().stream()
                .filter(name -> target.holds(without.get(name)) != target.holds(own))
                .toList();
    }

    /// Agreement that could have failed, and that a mechanism is the cause of: of a target that nothing was chosen by,
    /// inside by the machine's own value, and outside without a mechanism, on the side that was predicted.
    public boolean isEvidence() {
        return target.role().isHeld()
                && agrees()
                && target.holds(own)
                && overturning().stream().anyMatch(this::isPredicted);
    }

    private boolean isPredicted(String mechanism) {
        return target.side(without.get(mechanism)) == target.moves().get(mechanism);
    }

    /// For tables.
    public String verdict() {
        if (band == null) return "not run";
        if (!agrees()) return "outside";
        return isEvidence() ? "inside, evidence" : "inside";
    }

    private String overturned() {
        if (without.isEmpty()) return "-";
        if (overturning().isEmpty()) return "none";
        return overturning().stream()
                .map(name -> "%s: %s, %s%s"
                        .formatted(
                                name,
                                Show.number(without.get(name)),
                                target.side(without.get(name)).name().toLowerCase(Locale.ROOT),
                                isPredicted(name) ? " as predicted" : ""))
                .collect(Collectors.joining("; "));
    }

    List<String> cells() {
        boolean run = band != null;
        return List.of(
                target.id(),
                target.role().name(),
                target.claim(),
                target.printed(),
                target.derived(),
                target.accepted(),
                target.unit(),
                run ? Show.number(band.median()) : "-",
                run ? Show.number(band.low()) + ".." + Show.number(band.high()) : "-",
                run ? Show.number(band.least()) + ".." + Show.number(band.most()) : "-",
                run ? Integer.toString(band.seeds()) : "-",
                verdict(),
                run ? overturned() : target.note());
    }

    static final List<String> COLUMNS = List.of(
            "id",
            "role",
            "claim",
            "printed",
            "derived",
            "agrees",
            "unit",
            "median",
            "5..95 %",
            "model band",
            "seeds",
            "verdict",
            "another verdict without");
}
