// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The environment variables that begin with `JSHMEM_`, which a user may set, and those that a user has misspelt.
public final class Variables {
    private static final String PREFIX = "JSHMEM_";

    /// The names that a user may set, without the prefix.
    private static final List<String> FOR_USERS =
            List.of("CALIBRATION", "PROFILE", "JAVA_HOME", "JDK_FOLDER", "MODULES");

    private Variables() {}

    /// A line for each variable whose name is unknown and like a known one. Others may be the program's own, or the
    /// launcher's.
    public static List<String> misspelt(Map<String, String> environment) {
        List<String> lines = new ArrayList<>();
        for (String name : new TreeSet<>(environment.keySet())) {
            String own = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
            if (own.isEmpty() || FOR_USERS.contains(own)) continue;
            Spelling.nearest(own, FOR_USERS)
                    .ifPresent(known ->
                            lines.add(name + " is unknown and has no effect; did you mean " + PREFIX + known + "?"));
        }
        return lines;
    }
}
