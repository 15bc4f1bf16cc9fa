// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.util.List;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The built-in programs of this module, which the launcher finds as a service.
public final class TracePrograms implements BuiltIns {

    /// For the service loader.
    public TracePrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("trace", TraceMain.class, "prints what a job with --trace FILE did and waited for"));
    }
}
