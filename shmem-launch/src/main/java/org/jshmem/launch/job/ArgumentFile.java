// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.system.Refused;

/// A file for `java @FILE`, with which another launcher, such as `mpirun`, starts a PE as `oshrun` would.
public final class ArgumentFile {
    private ArgumentFile() {}

    /// Writes the file, and returns the command that uses it.
    public static String write(String name, List<String> command) {
        List<String> lines = new ArrayList<>();
        for (String word : command.subList(1, command.size())) {
            if (word.startsWith(PeCommand.NUMBERS)) continue; // the other launcher gives them
            if (word.contains(PeCommand.PE)) {
                throw new Refused("--argfile: '%s' has the number of a PE, and the file is for all PEs; remove it"
                        .formatted(word));
            }
            lines.add(quoted(word));
        }
        try {
            Path file = Files.write(Path.of(name), lines);
            return "%s @%s".formatted(command.getFirst(), file.toAbsolutePath().normalize());
        } catch (IOException e) {
            throw new Refused("--argfile '%s' cannot be written, %s; give a name in a folder that can"
                    .formatted(name, e.getMessage()));
        }
    }

    /// A word as `java` reads it from such a file.
    static String quoted(String word) {
        return '"'
                + word.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\r", "\\r")
                + '"';
    }
}
