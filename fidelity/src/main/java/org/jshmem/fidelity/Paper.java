// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// A paper's targets and the experiments that measure them: a service.
public interface Paper {

    /// Its letter and title.
    String title();

    /// What `--paper` calls it.
    default String key() {
        return title().substring(0, 1);
    }

    /// Whether it is on the board without being asked for.
    default boolean isUsual() {
        return true;
    }

    /// Whether its rows come from experiments.
    default boolean isSimulated() {
        return isUsual();
    }

    /// Where its rows come from, for headings.
    default String place() {
        return "on `" + machine().name() + "`";
    }

    /// The machine it was written on.
    Machine machine();

    /// What it printed.
    List<Target> targets();

    /// What is simulated; each target that has no value from any of them says in its note why.
    List<Experiment> experiments();

    /// The rows that it makes itself, of targets whose ids begin so.
    default List<Row> ownRows(String only) {
        return List.of();
    }

    /// What its rows were made of, a line each; after them in the text.
    default List<String> details() {
        return List.of();
    }

    /// Its figures as the simulation gives them, with what is published of them.
    default List<Figure> figures(Machine machine, int seeds) {
        return List.of();
    }
}
