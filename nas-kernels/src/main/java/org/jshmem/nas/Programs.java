// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.List;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.BuiltIns;

/// The programs of this module, for the launcher.
public final class Programs implements BuiltIns {

    /// For the service loader.
    public Programs() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("is", Is.class, "NAS kernel IS: integer sort"),
                BuiltIn.of("sp", Sp.class, "NAS application SP: scalar penta-diagonal solver"),
                BuiltIn.alone("nas-report", NasReport.class, "one page of results of IS and SP"));
    }
}
