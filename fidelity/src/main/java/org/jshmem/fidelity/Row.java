// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// One line of the board: a paper's claim, the simulated value, and the mechanisms that the value depends on.
///
/// @param target the published number or claim
/// @param band the simulated values; null if the target is not simulated
/// @param own the value on the unchanged machine, without noise
/// @param without the value without noise and without one mechanism, by the mechanism's name; empty if no run
///     removed one
public record Row(Target target, Band band, double own, Map<String, Double> without) {

    /// Returns the row of a target that is not simulated.
    public static Row notRun(Target target) {
        return new Row(target, null, Double.NaN, Map.of());
    }

    /// Returns the row of a measured or computed value, which depends on no mechanism.
    public static Row measured(Target target, Band band) {
        return new Row(target, band, band.median(), Map.of());
    }

    /// Whether the simulation agrees. A number, an input and a fitted value agree by the median on the machine
    /// itself; a bound, a sign or a ranking must agree over the whole band.
    public boolean agrees() {
        if (band == null) return false;
        boolean byMedian = target.isNumber() || target.role() == Target.Role.CAL || target.role() == Target.Role.FIT;
        return byMedian ? target.holds(band.median()) : target.holds(band.least()) && target.holds(band.most());
    }

    /// Returns the mechanisms whose removal changes the verdict of the machine's own value.
    List<String> overturning() {
        return without.keySet().stream()
                .filter(name -> target.holds(without.get(name)) != target.holds(own))
                .toList();
    }

    /// Whether the row is evidence: its agreement could have failed, and a mechanism causes it.
    ///
    /// The target is a held one. The machine's own value lies inside, and without a mechanism the value lies on the
    /// predicted side outside.
    public boolean isEvidence() {
        return target.role().isHeld()
                && agrees()
                && target.holds(own)
                && overturning().stream().anyMatch(this::isPredicted);
    }

    private boolean isPredicted(String mechanism) {
        return target.side(without.get(mechanism)) == target.moves().get(mechanism);
    }

    /// Returns the verdict as tables print it.
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
