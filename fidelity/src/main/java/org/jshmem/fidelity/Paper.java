// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;

/// The measurements of a paper's claims and figures, found as a service.
public interface Paper {

    /// Returns the name of the file with the paper's claims.
    String name();

    /// Returns the measurements of all claims.
    List<Experiment> experiments();

    /// Returns the paper's figures. The values that the paper prints are marks.
    default List<FigurePlan> figures() {
        return List.of();
    }
}
