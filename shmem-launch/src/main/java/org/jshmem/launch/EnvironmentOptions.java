// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.Environment;
import picocli.CommandLine.Option;

/// The option for the environment of PEs.
final class EnvironmentOptions {
    @Option(
            names = "-x",
            paramLabel = "NAME=VALUE",
            description = "Set an environment variable for every PE; -x NAME passes the value from here; repeatable")
    private List<String> variables = new ArrayList<>();

    /// The variables that `-x` sets, in order; a bare name takes its value from this process.
    Map<String, String> exported() {
        Map<String, String> exported = new LinkedHashMap<>();
        for (String x : variables) {
            int equals = x.indexOf('=');
            String name = equals < 0 ? x : x.substring(0, equals);
            if (name.isEmpty() || name.indexOf('\0') >= 0) {
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
        try {
            new Environment(environment).check();
        } catch (IllegalArgumentException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// Prints a line if SHMEM_DEBUG is set.
    void debug(String what) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported());
        if (Environment.isOn(environment, "SHMEM_DEBUG")) System.err.println("oshrun: " + what);
    }
}
