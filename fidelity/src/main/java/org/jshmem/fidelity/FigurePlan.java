// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.function.Function;
import org.jshmem.sim.cost.Machine;

/// A figure of a paper before it is simulated.
///
/// @param id the paper's letter and the figure's number, such as `P-4a`
/// @param title the paper, the figure's number and its quantity
/// @param simulation returns the figure as a machine gives it
public record FigurePlan(String id, String title, Function<Machine, Figure> simulation) {

    /// Creates a figure of a paper.
    ///
    /// @param paper authors and year
    /// @param letter the paper's letter
    /// @param number of the figure in the paper
    /// @param what the figure shows
    public static FigurePlan of(
            String paper, String letter, String number, String what, Function<Machine, Figure> simulation) {
        return new FigurePlan(letter + "-" + number, paper + ", figure " + number + ": " + what, simulation);
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
