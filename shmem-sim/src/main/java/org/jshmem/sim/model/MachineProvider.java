// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.List;
import java.util.Map;

/// Offers machines: a service, found on the class path.
public interface MachineProvider {

    /// Its machines.
    List<Machine> machines();

    /// Machines that it would have if something were there: why they are not, by name.
    default Map<String, String> absent() {
        return Map.of();
    }
}
