// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.List;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The programs that this module adds to the launcher.
public final class GcmcPrograms implements BuiltIns {

    /// For the service loader.
    public GcmcPrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(BuiltIn.of("gcmc", Gcmc.class, "grand canonical Monte Carlo of charged molecules"));
    }
}
