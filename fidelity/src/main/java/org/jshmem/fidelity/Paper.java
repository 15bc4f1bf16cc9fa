// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import org.jshmem.sim.cost.Machine;

/// The measurements of a paper's claims and figures, found as a service.
public interface Paper {

    /// Returns the name of the file with the paper's claims.
    String name();

    /// Returns the measurements of all claims.
    List<Experiment> experiments();

    /// Returns the paper's figures, as this machine gives them, with the values that the paper prints as marks.
    default List<Figure> figures(Machine machine) {
        return List.of();
    }
}
