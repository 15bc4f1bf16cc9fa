// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    private static final String ROOT = "org.jshmem.microbench";

    @Test
    void packagesImportOnlyWhatTheDagAllows() {
        var allowed = new TreeMap<String, Set<String>>();
        allow(allowed, "runner", "calibration rehearsal report start", "");
        allow(allowed, "pgas", "collective.algorithm rehearsal report", "runner");
        allow(allowed, "osu", "", "");
        allow(allowed, "reference", "report", "runner");
        allow(allowed, "page", "rehearsal report", "runner");
        allow(allowed, "stream", "rehearsal report start", "page reference runner");
        allow(allowed, "calibrate", "calibration rehearsal report runtime.settings", "page runner");
        allow(allowed, "", "rehearsal report start", "");
        allowed.get(ROOT).addAll(allowed.keySet());
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }

    private static void allow(Map<String, Set<String>> allowed, String room, String others, String rooms) {
        var may = new TreeSet<>(Set.of("org.jshmem"));
        for (String other : others.split(" ")) may.add("org.jshmem." + other);
        for (String other : rooms.split(" ")) may.add(ROOT + "." + other);
        allowed.put(room.isEmpty() ? ROOT : ROOT + "." + room, may);
    }
}
