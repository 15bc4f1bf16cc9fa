// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jshmem.runtime.settings.KernelFile;

/// A private folder for temporary files that one launcher needs as long as its job runs; made at its first use.
///
/// Its name has the launcher's process number, its PID namespace and the boot of its kernel: by them another launcher
/// of the namespace sees that this one has ended.
public final class ScratchFolder implements AutoCloseable {
    /// The beginning of the names of all scratch folders.
    static final String PREFIX = "jshmem-scratch-";

    private Path folder;

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
        if (folder == null) {
            // a random number of the JDK's takes a launcher some ms
            String name = PREFIX + KernelFile.pid() + "-" + namespace() + "-" + Math.abs(System.nanoTime());
            folder = Files.createDirectory(parent().resolve(name), rights());
        }
        return folder;
    }

    @Override
    public void close() {
        if (folder != null) delete(folder);
        folder = null;
    }

    /// The PID namespace of this process, and the boot of its kernel. A container has a namespace of its own; the first
    /// namespace has the same number on all machines, and several machines may share the folder of temporary files.
    static String namespace() throws IOException {
        String boot = KernelFile.after("", Path.of("/proc/sys/kernel/random/boot_id"));
        Path pids = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        return pids.toString().replaceAll("\\D", "") + "-" + boot.replace("-", "");
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

    /// Removes the folders that killed launchers have left; returns their number.
    ///
    /// It removes only real folders of this user, which other users cannot write, with a name of ours and
    /// whose launcher has ended. Launchers in several containers may share the folder of temporary files, and
    /// each removes those of its own PID namespace.
    public static int removeLeftovers(Path directory) {
        int removed = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, PREFIX + "*")) {
            String ours = PREFIX + "\\d+-" + namespace() + "-\\d+";
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (!name.matches(ours) || !isOwn(folder)) continue;
                String launcher = name.substring(PREFIX.length()).split("-")[0];
                if (Files.exists(Path.of("/proc", launcher))) continue;
                delete(folder);
                removed++;
            }
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            return removed; // another launcher removes it too, or the folder cannot be listed
        }
        return removed;
    }

    private static boolean isOwn(Path folder) throws IOException {
        var a = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Set<PosixFilePermission> open = EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
        boolean own = a.owner().equals(Files.getOwner(Path.of("/proc/self")));
        return own && a.isDirectory() && Collections.disjoint(a.permissions(), open);
    }
}
