// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.runtime.Environment;
import org.jshmem.runtime.Settings;
import org.jshmem.runtime.Spelling;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.TransportProvider;
import org.jshmem.ucx.Hosts;

/// The names of environment variables that begin with `JSHMEM_`, and of those that a user has misspelt.
final class Variables {
    private static final String PREFIX = "JSHMEM_";

    /// The names that a user may set.
    private static final List<String> FOR_USERS = List.of(
            "JSHMEM_TUNED",
            Environment.CALIBRATION_VARIABLE,
            Environment.PROFILE_VARIABLE,
            "JSHMEM_JAVA_HOME",
            "JSHMEM_JDK_FOLDER",
            "JSHMEM_MODULES");

    /// The names that the launcher sets for PEs: a PE may start a launcher.
    private static final Set<String> FOR_PES = Set.of(
            Settings.HEAP_VARIABLE,
            Settings.TIMEOUT_VARIABLE,
            Settings.WIRE_VARIABLE,
            Settings.TUNING_VARIABLE,
            ShmProvider.JOB_VARIABLE,
            ShmProvider.PE_VARIABLE,
            MemberJvm.COUNT_VARIABLE,
            TransportProvider.BACKEND_VARIABLE,
            Interposer.VARIABLE,
            Hosts.VARIABLE);

    private Variables() {}

    /// A line for each variable whose name is unknown and like a known one. Others may be the program's own.
    static Stream<String> misspelt(Map<String, String> environment) {
        return environment.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !FOR_USERS.contains(name) && !FOR_PES.contains(name))
                .sorted()
                .flatMap(name -> nearest(name)
                        .map(known -> "%s is unknown and has no effect; did you mean %s?".formatted(name, known))
                        .stream());
    }

    private static Optional<String> nearest(String name) {
        List<String> endings = FOR_USERS.stream()
                .map(known -> known.substring(PREFIX.length()))
                .toList();
        return Spelling.nearest(name.substring(PREFIX.length()), endings).map(PREFIX::concat);
    }
}
