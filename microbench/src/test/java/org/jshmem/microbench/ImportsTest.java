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
        allow(allowed, "harness", "rehearsal report start", "");
        allow(allowed, "transfer", "report", "harness");
        allow(allowed, "osu", "", "");
        allow(allowed, "collective", "rehearsal report runtime.settings", "harness");
        allow(allowed, "cache", "rehearsal report", "harness");
        allow(allowed, "beside", "report", "harness");
        allow(allowed, "launch", "calibration rehearsal report", "beside harness");
        allow(allowed, "compare", "rehearsal report", "beside harness launch");
        allow(allowed, "calibrate", "calibration rehearsal report runtime.settings", "cache collective harness launch");
        allow(allowed, "page", "calibration rehearsal report", "beside calibrate harness");
        allow(allowed, "stream", "rehearsal report start", "cache harness page");
        allow(allowed, "", "collective.algorithm rehearsal report start", "");
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
