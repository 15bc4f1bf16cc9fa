// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jshmem.runtime.settings.KernelFile;

/// A private folder for temporary files that one launcher needs as long as its job runs; made at
/// its first use. The launcher removes it, or [Lifeline] where the launcher is killed.
public final class ScratchFolder implements AutoCloseable {
    /// Its path, before it exists too. A random number of the JDK's takes a launcher some ms.
    final Path path = parent().resolve("jshmem-scratch-" + KernelFile.pid() + "-" + Math.abs(System.nanoTime()));

    private boolean isMade;

    /// The rights of a folder that no other user may enter.
    public static FileAttribute<?> rights() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    }

    /// The folder of temporary files: that of the variable, of the JVM, or one in memory, the first that can be
    /// written.
    public static Path parent() {
        return parent(System.getenv().getOrDefault("TMPDIR", ""), System.getProperty("java.io.tmpdir"));
    }

    /// That folder if a JVM would take another one.
    public static Optional<Path> otherParent() {
        return Optional.of(parent()).filter(folder -> !folder.equals(Path.of(System.getProperty("java.io.tmpdir"))));
    }

    static Path parent(String variable, String ofJvm) {
        for (String name : List.of(variable, ofJvm, "/dev/shm")) {
            Path folder = Path.of(name);
            if (folder.isAbsolute() && Files.isDirectory(folder) && Files.isWritable(folder)) return folder;
        }
        return Path.of(ofJvm);
    }

    /// Returns the folder, and makes it at the first call.
    public Path folder() throws IOException {
        if (!isMade) Files.createDirectory(path, rights());
        isMade = true;
        return path;
    }

    @Override
    public void close() {
        if (isMade) delete(path);
        isMade = false;
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
