// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.List;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.BuiltIns;

/// The built-in programs of this module, which the launcher finds as a service.
public final class MachinePrograms implements BuiltIns {

    /// For the service loader.
    public MachinePrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("machine", MachineCommand.class, "prints a simulated machine as a file, or checks a file")
                        .usage("[NAME | --check FILE]"));
    }
}
