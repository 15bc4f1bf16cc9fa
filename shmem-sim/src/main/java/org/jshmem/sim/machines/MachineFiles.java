// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.sim.model.Machine;

/// Access to machines by name or by file.
public final class MachineFiles {
    private MachineFiles() {}

    /// Whether a value of `--machine` names a file.
    public static boolean isFile(String name) {
        return name.endsWith(".json") || name.indexOf('/') >= 0;
    }

    /// The machine for a value of `--machine`: a known machine, or the machine of a file.
    public static Machine named(String name) {
        return isFile(name) ? read(name) : Machine.named(name);
    }

    /// The machine of a file. The message of an `IllegalArgumentException` lists all errors of the file.
    public static Machine read(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            String folder = path.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath();
            throw new IllegalArgumentException(
                    "machine file %s does not exist%s; give another file, or one of %s; 'oshrun machine --check FILE' checks a file"
                            .formatted(file, folder, String.join(", ", Machine.names())));
        }
        try {
            return MachineFile.read(file, Files.readString(path), Machine::named);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "machine file %s cannot be read, %s; give a JSON file"
                            .formatted(file, Files.isReadable(path) ? e.getMessage() : "this user may not"),
                    e);
        }
    }
}
