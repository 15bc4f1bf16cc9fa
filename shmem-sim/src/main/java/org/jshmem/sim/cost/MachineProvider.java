// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;
import java.util.Map;

/// A service on the class path that offers machines.
public interface MachineProvider {

    /// The names of the machines that it offers. A provider of files returns them without reading a file.
    List<String> names();

    /// The machine with one of these names.
    Machine machine(String name);

    /// The machine file of the machine with one of these names.
    String text(String name);

    /// Machines that lack a prerequisite: by name, the message for a user who requests one.
    default Map<String, String> absent() {
        return Map.of();
    }
}
