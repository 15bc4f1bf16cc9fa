// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jshmem.launch.os.Refused;
import org.jshmem.runtime.settings.Spelling;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;
import org.jshmem.spi.Machines;

/// The built-in programs and simulated machines that the modules on the class path offer as services.
public final class ModuleServices {
    /// Loads the services one by one, as far as they are looked at: `hello` is one of the first.
    private static final ServiceLoader<BuiltIns> PROGRAMS = ServiceLoader.load(BuiltIns.class);

    private ModuleServices() {}

    public static List<String> names() {
        return List.copyOf(programs().keySet());
    }

    /// The built-in programs by their names.
    public static synchronized SortedMap<String, BuiltIn> programs() {
        SortedMap<String, BuiltIn> programs = new TreeMap<>();
        for (BuiltIns some : PROGRAMS) {
            for (BuiltIn program : some.programs()) programs.put(program.name(), program);
        }
        return programs;
    }

    /// The built-in program of this name. A name with a dot or a slash is not looked up.
    public static synchronized Optional<BuiltIn> program(String name) {
        if (name == null || name.indexOf('.') >= 0 || name.indexOf('/') >= 0) return Optional.empty();
        for (BuiltIns some : PROGRAMS) {
            for (BuiltIn program : some.programs()) if (program.name().equals(name)) return Optional.of(program);
        }
        return Optional.empty();
    }

    public static List<String> machines() {
        return ofMachines().flatMap(some -> some.names().stream()).toList();
    }

    private static Stream<Machines> ofMachines() {
        return ServiceLoader.load(Machines.class).stream().map(ServiceLoader.Provider::get);
    }

    /// The service that runs programs on the machine of this name.
    public static Machines machine(String name) {
        return ofMachines().filter(some -> some.has(name)).findFirst().orElseThrow(() -> unknown(name));
    }

    private static Refused unknown(String name) {
        List<String> known = machines();
        if (known.isEmpty()) return new Refused("--machine %s needs a simulator, and this build has none", name);
        String message = "--machine '%s' is unknown; %suse one of %s, or a file NAME.json";
        return new Refused(message, name, question(name, known), String.join(", ", known));
    }

    /// The question for the name that a user has probably meant by an unknown one; empty if none is near.
    static String question(String name, List<String> known) {
        return Spelling.nearest(name, known)
                .map("did you mean %s? If not, "::formatted)
                .orElse("");
    }
}
