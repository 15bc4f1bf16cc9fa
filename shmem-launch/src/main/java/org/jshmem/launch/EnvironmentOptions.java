// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.os.Refused;
import org.jshmem.runtime.settings.Environment;

/// The options for what PEs find: variables, a working folder, their class path.
record EnvironmentOptions(Options options) {
    /// The variables that `-x` sets, in order; a bare name takes its value from this process.
    Map<String, String> exported() {
        Map<String, String> exported = new LinkedHashMap<>();
        for (String x : options.values("-x")) {
            int equals = x.indexOf('=');
            String name = equals < 0 ? x : x.substring(0, equals);
            if (name.isEmpty()) {
                throw new Refused("-x '%s' does not name a variable; give NAME=VALUE or NAME".formatted(x));
            }
            String value = equals < 0 ? System.getenv(name) : x.substring(equals + 1);
            if (value == null) throw new Refused("-x %s is not set here; give -x %s=VALUE".formatted(name, name));
            exported.put(name, value);
        }
        return exported;
    }

    /// Refuses variables that every PE would refuse.
    static void check(Map<String, String> environment) {
        Refused.unlessValid(() -> {
            new Environment(environment).check();
            return null;
        });
    }

    /// Prints a line if SHMEM_DEBUG is set.
    void debug(String what) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported());
        if (Environment.isOn(environment, "SHMEM_DEBUG")) System.err.println("oshrun: " + what);
    }

    /// The working folder of PEs; null for the launcher's.
    Path workingFolder() {
        String given = options.value("--wdir");
        if (given == null) return null;
        return Options.folder("--wdir", given, "create it, or give another one", Files::isExecutable, "entered")
                .toAbsolutePath();
    }

    /// The class path of the program.
    String programPath() {
        if (options.has("-cp")) return options.value("-cp");
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty() ? "." : variable;
    }
}
