// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jshmem.sim.cost.Machine;

/// A figure of a paper before it is simulated.
///
/// @param id the paper's letter and the figure's number, such as `P-4a`
/// @param simulation returns the figure as a machine gives it
public record FigurePlan(String id, Function<Machine, Figure> simulation) {
    private static final Map<String, Map<String, String>> TEXTS = PaperClaims.figures();

    /// Returns the paper, the figure's number and its quantity.
    String title() {
        return TEXTS.get(id).get("title");
    }

    /// Returns the text below it: the meaning of its marks, and its omissions.
    String note() {
        return TEXTS.get(id).get("note");
    }

    /// Whether a reader means this figure: `P-4` means `P-4a` and `P-4b`.
    boolean isMeant(String name) {
        return id.regionMatches(true, 0, name, 0, name.length())
                && id.substring(name.length()).matches("[a-z]?");
    }

    /// Returns all figures that a reader means, of these.
    static List<FigurePlan> meant(List<FigurePlan> all, String name) {
        return all.stream().filter(plan -> plan.isMeant(name)).toList();
    }
}
