// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;

/// One access to bytes of a region, as reports describe it.
///
/// @param line the program's line, as [RaceReports#here] has it
public record ReportedAccess(int pe, AccessKind kind, int region, long from, long to, long time, String line) {

    /// The access in words: `load of "box"[3] at Halo.java:12, t=1.000 us`.
    public String words(SymbolNames names) {
        return "%s of %s%s, t=%s".formatted(kind.word(), names.words(from, to - from), line, Picos.show(time));
    }
}
