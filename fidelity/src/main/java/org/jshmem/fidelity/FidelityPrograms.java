// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The programs of this package that the launcher runs by name.
public final class FidelityPrograms implements BuiltIns {

    /// For the service loader.
    public FidelityPrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("scoreboard", Scoreboard.class, "compares simulated machines with published claims"));
    }
}
