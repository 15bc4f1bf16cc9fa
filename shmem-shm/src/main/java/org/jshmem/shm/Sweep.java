// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Removes what launchers that were killed left behind: job folders that had not lost their name yet, and scratch
/// folders.
///
/// Touches only real folders of this user, private ones, with a name of ours, whose launcher is gone. What cannot be
/// told is left alone for a minute, since its launcher may be about to say who it is.
final class Sweep {
    /// How job folders begin; sixteen hexadecimal digits follow.
    static final String JOB_PREFIX = "jshmem-";

    private static final Pattern JOB = Pattern.compile(JOB_PREFIX + "[0-9a-f]{16}");
    private static final Pattern SCRATCH = Pattern.compile(Scratch.PREFIX + "(\\d+)-\\d+");
    private static final long UNKNOWN_SECONDS = 60;

    private Sweep() {}

    /// Removes job folders of dead launchers; returns how many.
    static int jobs(Path directory) {
        return sweep(directory, JOB_PREFIX + "*", folder -> {
            if (!JOB.matcher(folder.getFileName().toString()).matches()) return Optional.empty();
            return Optional.of(launcherOf(folder.resolve("job")));
        });
    }

    /// Removes scratch folders of dead launchers; returns how many.
    static int scratch(Path directory) {
        return sweep(directory, Scratch.PREFIX + "*", folder -> {
            Matcher m = SCRATCH.matcher(folder.getFileName().toString());
            return m.matches() ? Optional.of(Long.parseLong(m.group(1))) : Optional.empty();
        });
    }

    /// Whose folder this is: empty when it is none of ours, 0 when its launcher has not said so yet.
    private interface Owner {
        Optional<Long> of(Path folder);
    }

    private static int sweep(Path directory, String names, Owner owner) {
        int removed = 0;
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, names)) {
            for (Path folder : folders) {
                Optional<Long> launcher = isPrivate(folder) ? owner.of(folder) : Optional.empty();
                if (launcher.isEmpty() || isAlive(launcher.get(), folder)) continue;
                try {
                    Scratch.delete(folder);
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

    private static long launcherOf(Path file) {
        try (JobFile job = JobFile.open(file)) {
            return job.control().launcherPid();
        } catch (IOException e) {
            return 0;
        }
    }

    private static boolean isAlive(long pid, Path folder) {
        try {
            Instant made = Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .lastModifiedTime()
                    .toInstant();
            if (pid == 0) return made.isAfter(Instant.now().minusSeconds(UNKNOWN_SECONDS));
            Optional<Instant> started =
                    ProcessHandle.of(pid).flatMap(p -> p.info().startInstant());
            // a process that began after the folder was made has only inherited the number
            return started.isPresent() && !started.get().isAfter(made.plusSeconds(1));
        } catch (IOException e) {
            return true;
        }
    }
}
