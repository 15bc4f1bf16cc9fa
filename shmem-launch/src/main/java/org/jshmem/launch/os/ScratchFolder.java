// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import org.jshmem.runtime.settings.KernelFile;

/// A private folder for temporary files that one launcher needs as long as its job runs; made at its first use.
///
/// The launcher holds a lock on a file in it, which the kernel releases when the launcher dies: then [Leftovers]
/// removes the folder. A process number would not suffice, since launchers in several containers may share the folder
/// of temporary files.
public final class ScratchFolder implements AutoCloseable {
    /// The beginning of the names of all scratch folders.
    static final String PREFIX = "jshmem-scratch-";

    static final String LOCK = "lock";

    private Path folder;
    private FileChannel lock;

    /// Returns the folder, and makes it at the first call.
    public Path folder() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory(
                    PREFIX + KernelFile.pid() + "-",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
        }
        return folder;
    }

    @Override
    public void close() {
        if (folder == null) return;
        try {
            delete(folder);
            if (lock != null) lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        folder = null;
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
