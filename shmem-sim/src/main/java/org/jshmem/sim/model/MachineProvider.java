// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.List;
import java.util.Map;

/// A service on the class path that offers machines.
public interface MachineProvider {

    /// The machines that it offers.
    List<Machine> machines();

    /// Machines that lack a prerequisite: by name, the message for a user who requests one.
    default Map<String, String> absent() {
        return Map.of();
    }
}
