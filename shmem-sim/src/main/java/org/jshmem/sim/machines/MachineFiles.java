// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.sim.model.Machine;

/// Machines by name or by file, and as text.
public final class MachineFiles {
    private MachineFiles() {}

    /// Whether `--machine` means a file.
    public static boolean isFile(String name) {
        return name.endsWith(".json") || name.indexOf('/') >= 0;
    }

    /// The machine that `--machine` means: one of the known ones, or that of a file.
    public static Machine named(String name) {
        return isFile(name) ? read(name) : Machine.named(name);
    }

    /// The machine of a file; `IllegalArgumentException` lists everything that is wrong with it.
    public static Machine read(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(
                    "no machine file %s; the launcher looked for %s".formatted(file, path.toAbsolutePath()));
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

    /// A machine as the file that it could come from.
    public static String text(Machine machine) {
        return MachineText.of(machine);
    }
}
