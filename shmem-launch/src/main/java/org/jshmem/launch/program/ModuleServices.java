// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jshmem.launch.system.Refused;
import org.jshmem.runtime.Spelling;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.BuiltIns;
import org.jshmem.start.Machines;

/// The built-in programs and simulated machines that the modules on the class path offer as services.
public final class ModuleServices {
    private ModuleServices() {}

    /// The built-in programs by their names, found when one is first asked for.
    private static final class Programs {
        static final SortedMap<String, BuiltIn> ALL = all();

        private static SortedMap<String, BuiltIn> all() {
            var all = new TreeMap<String, BuiltIn>();
            for (BuiltIns some : ServiceLoader.load(BuiltIns.class)) {
                for (BuiltIn program : some.programs()) all.put(program.name(), program);
            }
            return Collections.unmodifiableSortedMap(all);
        }
    }

    public static List<String> names() {
        return List.copyOf(programs().keySet());
    }

    public static SortedMap<String, BuiltIn> programs() {
        return Programs.ALL;
    }

    /// The built-in program of this name. A name with a dot or a slash is not looked up.
    public static Optional<BuiltIn> program(String name) {
        boolean possible = name != null && name.indexOf('.') < 0 && name.indexOf('/') < 0;
        return possible ? Optional.ofNullable(programs().get(name)) : Optional.empty();
    }

    public static List<String> machines() {
        List<String> names = new ArrayList<>();
        for (Machines some : ServiceLoader.load(Machines.class)) names.addAll(some.names());
        return names;
    }

    /// The costs of algorithms that a calibration of this host has found, as PEs read them.
    public static Optional<String> prices(Map<String, String> environment) {
        for (Machines some : ServiceLoader.load(Machines.class)) {
            Optional<String> prices = some.prices(environment);
            if (prices.isPresent()) return prices;
        }
        return Optional.empty();
    }

    /// The service that runs programs on the machine of this name.
    public static Machines machine(String name) {
        for (Machines some : ServiceLoader.load(Machines.class)) {
            if (some.has(name)) return some;
        }
        List<String> known = machines();
        throw new Refused(
                known.isEmpty()
                        ? "--machine %s needs a simulator, and this build has none".formatted(name)
                        : "--machine '%s' is unknown; %suse one of %s, or a file NAME.json"
                                .formatted(
                                        name,
                                        Spelling.nearest(name, known)
                                                .map("did you mean %s? If not, "::formatted)
                                                .orElse(""),
                                        String.join(", ", known)));
    }
}
