// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.List;
import org.jshmem.sim.cost.Parameter;

/// A calibration that no machine gave.
final class Calibrations {
    private Calibrations() {}

    /// Each cost is 8 of its unit.
    static List<Parameter> round() {
        return MachineFile.architecture("coherent", "out-of-order").symbols().stream()
                .map(s -> new Parameter(s.name(), 8, s.unit(), Parameter.Role.CAL, "made up", ""))
                .toList();
    }
}
