// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jshmem.report.Jobs;

/// The command line of this job, to start another job with it.
final class Launcher {
    private static final String MAIN = ".Oshrun";
    private static final int GENERATIONS = 4;

    private Launcher() {}

    /// The command line that started this job, read from the launcher's process in `/proc`; empty if it is not
    /// there.
    static Optional<List<String>> command() {
        Optional<ProcessHandle> process = Optional.of(ProcessHandle.current());
        for (int k = 0; k < GENERATIONS && process.isPresent(); k++) {
            List<String> line = line(process.get().pid());
            for (int main = 0; main < line.size(); main++) {
                if (!line.get(main).endsWith(MAIN)) continue;
                var command = new ArrayList<String>();
                Jobs.launcher(Launcher.class).ifPresent(path -> command.add(path.toString()));
                command.addAll(line.subList(main + 1, line.size()));
                return command.size() == line.size() - main ? Optional.of(command) : Optional.empty();
            }
            process = process.get().parent();
        }
        return Optional.empty();
    }

    private static List<String> line(long pid) {
        try {
            String text = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.UTF_8);
            return List.of(text.split("\0"));
        } catch (IOException e) {
            return List.of(); // the process has ended, or another system
        }
    }
}
