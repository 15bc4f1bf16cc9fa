// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.regex.Pattern;

/// Removes what launchers that were killed left behind: job folders that had not lost their name yet, and scratch
/// folders.
///
/// Touches only real folders of this user, private ones, with a name of ours, whose launcher is gone: it holds
/// a lock as long as it lives. What is younger than a minute is left alone, since its launcher may be about to
/// lock it.
public final class Leftovers {
    /// How job folders begin; sixteen hexadecimal digits follow.
    public static final String JOB_PREFIX = "jshmem-";

    private static final Pattern JOB = Pattern.compile(JOB_PREFIX + "[0-9a-f]{16}");
    private static final Pattern SCRATCH = Pattern.compile(ScratchFolder.PREFIX + "\\d+-\\d+");

    /// This launcher's own scratch folder, which is not looked at: closing any descriptor of a file ends all locks of
    /// the process on it, and with its own lock gone another launcher would take it for a dead one's.
    private static final String OWN =
            ScratchFolder.PREFIX + ProcessHandle.current().pid() + "-";

    private static final long UNKNOWN_SECONDS = 60;
    private static final long LOCKING_SECONDS = 1;

    private Leftovers() {}

    /// Removes job folders of dead launchers; returns how many.
    public static int jobs(Path directory) {
        return sweep(directory, JOB, "job");
    }

    /// Removes scratch folders of dead launchers; returns how many.
    public static int scratch(Path directory) {
        return sweep(directory, SCRATCH, ScratchFolder.LOCK);
    }

    private static int sweep(Path directory, Pattern names, String locked) {
        int removed = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, JOB_PREFIX + "*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (!names.matcher(name).matches()
                        || name.startsWith(OWN)
                        || !isPrivate(folder)
                        || isAlive(folder, folder.resolve(locked))) continue;
                try {
                    ScratchFolder.delete(folder);
                    removed++;
                } catch (UncheckedIOException e) {
                    continue; // another launcher sweeps too
                }
            }
        } catch (IOException e) {
            return removed; // a folder that cannot be listed holds nothing that we could remove
        }
        return removed;
    }

    private static boolean isPrivate(Path folder) {
        try {
            var a = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Path own = Path.of("/proc/self");
            return a.isDirectory()
                    && a.owner().equals(Files.getOwner(own))
                    && PosixFilePermissions.toString(a.permissions()).equals("rwx------");
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether somebody holds the lock; where there is none yet, whether it may still come.
    private static boolean isAlive(Path folder, Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null || isYoung(file, LOCKING_SECONDS);
        } catch (NoSuchFileException e) {
            return isYoung(folder, UNKNOWN_SECONDS);
        } catch (OverlappingFileLockException e) {
            return true; // it is this process's own
        } catch (IOException e) {
            return true;
        }
    }

    /// Between making a file and locking it there is a moment.
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
