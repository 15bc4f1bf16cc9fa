// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// A publication with its targets and the experiments that measure them, found as a service.
public interface Paper {

    /// Returns the paper's letter and title.
    String title();

    /// Returns the name of the paper for `--paper`: by default the letter.
    default String key() {
        return title().substring(0, 1);
    }

    /// Whether `scoreboard` includes the paper without `--paper`.
    default boolean isUsual() {
        return true;
    }

    /// Whether its rows are the results of experiments.
    default boolean isSimulated() {
        return isUsual();
    }

    /// Returns the source of its rows, for headings.
    default String place() {
        return "on `" + machine().name() + "`";
    }

    /// Returns the machine that the paper's experiments ran on.
    Machine machine();

    /// Returns the values and claims that the paper prints.
    List<Target> targets();

    /// Returns the experiments. A target without a value from any of them gives the reason in its note.
    List<Experiment> experiments();

    /// Returns the rows that the paper computes without experiments, of targets whose ids begin with `only`.
    default List<Row> ownRows(String only) {
        return List.of();
    }

    /// Returns the measurements that the rows summarise, one in each line; the text prints them after the rows.
    default List<String> details() {
        return List.of();
    }

    /// Returns the paper's figures from simulations, with the published values of each.
    default List<Figure> figures(Machine machine, int seeds) {
        return List.of();
    }
}
