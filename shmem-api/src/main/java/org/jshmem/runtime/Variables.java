// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The environment variables that begin with `JSHMEM_`, which a user may set, and those that a user has misspelt.
public final class Variables {
    private static final String PREFIX = "JSHMEM_";

    /// The names that a user may set, without the prefix.
    private static final List<String> FOR_USERS =
            List.of("TUNED", "CALIBRATION", "PROFILE", "JAVA_HOME", "JDK_FOLDER", "MODULES");

    private Variables() {}

    /// A line for each variable whose name is unknown and like a known one. Others may be the program's own, or the
    /// launcher's.
    public static List<String> misspelt(Map<String, String> environment) {
        Set<String> names = new TreeSet<>(environment.keySet());
        names.removeIf(name -> !name.startsWith(PREFIX) || FOR_USERS.contains(name.substring(PREFIX.length())));
        return names.stream()
                .flatMap(name -> Spelling.nearest(name.substring(PREFIX.length()), FOR_USERS)
                        .map(known ->
                                "%s is unknown and has no effect; did you mean %s?".formatted(name, PREFIX + known))
                        .stream())
                .toList();
    }
}
