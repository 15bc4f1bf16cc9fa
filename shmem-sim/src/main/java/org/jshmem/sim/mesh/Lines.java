// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.HashMap;
import java.util.Map;

/// Who wrote a line of one region last, for messages.
final class Lines {
    private static final int NOBODY = -1;

    private final Map<Long, Integer> writers = new HashMap<>();

    void wrote(long line, int pe) {
        writers.put(line, pe);
    }

    int writer(long line) {
        return writers.getOrDefault(line, NOBODY);
    }
}
