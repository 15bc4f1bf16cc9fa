// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import org.jshmem.runtime.settings.KernelFile;

/// A private folder for temporary files that one launcher needs as long as its job runs; made at its first use.
///
/// Its name has the process number of the launcher, whose death another launcher sees by it: see [Leftovers].
public final class ScratchFolder implements AutoCloseable {
    /// The beginning of the names of all scratch folders.
    static final String PREFIX = "jshmem-scratch-";

    private Path folder;

    /// Returns the folder, and makes it at the first call.
    public Path folder() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory(
                    PREFIX + KernelFile.pid() + "-" + pidNamespace() + "-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }

    @Override
    public void close() {
        if (folder != null) delete(folder);
        folder = null;
    }

    /// The number of the PID namespace of this process; a container has one of its own.
    static String pidNamespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                    .toString()
                    .replaceAll("\\D", "");
        } catch (IOException e) {
            return "0";
        }
    }

    /// Deletes a folder and its content, unless it is deleted already; follows no links.
    public static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (NoSuchFileException e) {
            // another process has deleted it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
