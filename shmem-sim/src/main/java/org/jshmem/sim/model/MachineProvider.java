// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.List;
import java.util.Map;

/// A service on the class path that offers machines.
public interface MachineProvider {

    /// The machines that it offers.
    List<Machine> machines();

    /// The names of these machines. A provider of files returns them without reading a file.
    default List<String> names() {
        return machines().stream().map(Machine::name).toList();
    }

    /// The machine with one of these names.
    default Machine machine(String name) {
        return machines().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Machines that lack a prerequisite: by name, the message for a user who requests one.
    default Map<String, String> absent() {
        return Map.of();
    }
}
