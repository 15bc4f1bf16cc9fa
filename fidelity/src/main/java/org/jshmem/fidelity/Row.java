// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;

/// One line of the board: what a paper says, what the simulation gives, and what that depends on.
///
/// @param target what is printed
/// @param band what is simulated; null where nothing is
/// @param overturnedBy mechanisms without which the verdict is another one
public record Row(Target target, Band band, List<String> overturnedBy) {

    /// Whether the simulation agrees: inputs and what is fitted by their median, other numbers by overlap, everything
    /// else over the whole band.
    public boolean agrees() {
        if (band == null) return false;
        return switch (target.role()) {
            case CAL, FIT -> target.holds(band.median());
            case BUILT, SEEN, HELD ->
                target.isNumber()
                        ? band.least() <= target.high() + 1e-9 && band.most() >= target.low() - 1e-9
                        : target.holds(band.least()) && target.holds(band.most());
        };
    }

    /// Agreement that could have failed: of a target that nothing was chosen by, and that some mechanism decides.
    public boolean isEvidence() {
        return target.role() == Target.Role.HELD && agrees() && !overturnedBy.isEmpty();
    }

    /// For tables.
    public String verdict() {
        if (band == null) return "not run";
        return agrees() ? "inside" : "outside";
    }

    List<String> cells() {
        boolean run = band != null;
        return List.of(
                target.id(),
                target.role().name(),
                target.claim(),
                target.printed(),
                target.accepted(),
                target.unit(),
                run ? Show.number(band.median()) : "-",
                run ? Show.number(band.low()) + ".." + Show.number(band.high()) : "-",
                run ? Show.number(band.least()) + ".." + Show.number(band.most()) : "-",
                run ? Integer.toString(band.seeds()) : "-",
                verdict(),
                run ? overturnedBy.isEmpty() ? "none" : String.join(", ", overturnedBy) : target.note());
    }

    static final List<String> COLUMNS = List.of(
            "id",
            "role",
            "claim",
            "printed",
            "agrees",
            "unit",
            "median",
            "5..95 %",
            "model band",
            "seeds",
            "verdict",
            "overturned by the absence of");
}
