// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.os.Refused;
import org.jshmem.trace.TraceFile;
import org.jshmem.transport.Interposer;

/// The options for the flight recorder, and the settings that its JVMs need. Without `--trace` no PE loads any of it.
///
/// @param suffix the end of the file's name, which names one of several hosts
record TraceOptions(Options options, String suffix) {
    private boolean areGiven() {
        return options.has("--trace");
    }

    private Path file() {
        return Path.of(options.value("--trace") + suffix);
    }

    /// Makes the file for real PEs.
    void create(int npes, String title) {
        if (!areGiven()) return;
        Refused.unlessValid(() -> {
            TraceFile.create(file(), npes, TraceFile.eventBytes(options.value("--trace-size")), false, title);
            return null;
        });
    }

    /// Adds the name of the file to the PEs' environment.
    void export(Map<String, String> environment) {
        if (areGiven())
            environment.put(Interposer.VARIABLE, file().toAbsolutePath().toString());
    }

    /// The JVM options of PEs: those that Chronicle Bytes needs, then the user's.
    List<String> jvm() {
        List<String> users = options.values("-J");
        if (!areGiven()) return users;
        List<String> all = new ArrayList<>(List.of(
                "--sun-misc-unsafe-memory-access=allow",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "-Dslf4j.internal.verbosity=ERROR"));
        all.addAll(users);
        return all;
    }
}
