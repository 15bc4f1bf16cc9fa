// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;

/// A private folder for what one launcher needs for as long as its job runs; made when first asked for.
///
/// Its name tells which process it belongs to, so that [Sweep] can remove it when that process was killed.
final class Scratch implements AutoCloseable {
    /// How all scratch folders begin; the process id follows.
    static final String PREFIX = "jshmem-scratch-";

    private Path folder;

    /// The folder.
    Path folder() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory(
                    PREFIX + ProcessHandle.current().pid() + "-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }

    @Override
    public void close() {
        if (folder == null) return;
        delete(folder);
        folder = null;
    }

    /// Deletes a folder and what it holds; follows no links.
    static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
