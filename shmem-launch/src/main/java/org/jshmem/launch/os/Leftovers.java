// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import org.jshmem.runtime.settings.KernelFile;

/// The removal of scratch folders that killed launchers have left.
///
/// It removes only real folders of this user, which other users cannot write, with a name of ours and whose launcher
/// is gone: a launcher holds a lock as long as it lives. A folder that is younger than a minute and has no file to lock
/// is left alone. So is one with a lock file that is younger than a second: its launcher may be about to lock it.
public final class Leftovers {
    /// The beginning of the names of job folders; sixteen hexadecimal digits follow.
    public static final String JOB_PREFIX = "jshmem-";

    private static final String SCRATCH = ScratchFolder.PREFIX + "\\d+-\\d+";

    /// The beginning of the name of this launcher's own scratch folder, which the removal skips. Closing any
    /// descriptor of a file ends all locks of the process on it. Without its lock another launcher would take this
    /// one for dead.
    private static final String OWN = ScratchFolder.PREFIX + KernelFile.pid() + "-";

    private static final long UNKNOWN_SECONDS = 60;
    private static final long LOCKING_SECONDS = 1;

    private Leftovers() {}

    /// Removes scratch folders of dead launchers; returns their number.
    public static int scratch(Path directory) {
        int removed = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, ScratchFolder.PREFIX + "*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (!name.matches(SCRATCH) || name.startsWith(OWN) || !isOwn(folder) || isAlive(folder)) continue;
                ScratchFolder.delete(folder);
                removed++;
            }
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            return removed; // another launcher removes it too, or the folder cannot be listed
        }
        return removed;
    }

    private static boolean isOwn(Path folder) {
        try {
            var a = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Path own = Path.of("/proc/self");
            return a.isDirectory()
                    && a.owner().equals(Files.getOwner(own))
                    && !a.permissions().contains(PosixFilePermission.GROUP_WRITE)
                    && !a.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether a process holds the lock, or may be about to lock the file.
    private static boolean isAlive(Path folder) {
        Path file = folder.resolve(ScratchFolder.LOCK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null || isYoung(file, LOCKING_SECONDS);
        } catch (NoSuchFileException e) {
            return isYoung(folder, UNKNOWN_SECONDS);
        } catch (IOException | OverlappingFileLockException e) {
            return true;
        }
    }

    /// Whether a file is so young that its maker may not have locked it yet.
    private static boolean isYoung(Path file, long seconds) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .lastModifiedTime()
                    .toInstant()
                    .isAfter(Instant.now().minusSeconds(seconds));
        } catch (IOException e) {
            return true;
        }
    }
}
