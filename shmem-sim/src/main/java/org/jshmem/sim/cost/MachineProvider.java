// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;

/// A service on the class path that offers machines.
public interface MachineProvider {

    /// The names of the machines that it offers, including those that lack a prerequisite. A provider of files returns
    /// them without reading a file.
    List<String> names();

    /// The machine with one of these names. The exception for a machine that lacks a prerequisite has the remedy.
    Machine machine(String name);

    /// The machine file of the machine with one of these names.
    String text(String name);
}
