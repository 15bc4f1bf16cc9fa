// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.inspect;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.launch.system.Leftovers;
import org.jshmem.launch.system.Refused;

/// The running jobs of this user.
///
/// A job file has no name; the only ways to it are descriptors in `/proc`, which only its user can open. So jobs are
/// found through their launchers' descriptors.
public final class RunningJobs {
    /// The target of a job file's descriptor: a file that never had a name, or one that has lost it.
    private static final Pattern JOB_FILE =
            Pattern.compile(".*/(#\\d+|" + Leftovers.JOB_PREFIX + "\\w+/job) \\(deleted\\)");

    private RunningJobs() {}

    /// The job files of this user's running jobs, by their launchers' descriptors.
    public static List<Path> files() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) addJobOf(process, found);
        } catch (IOException e) {
            throw new Refused("/proc cannot be read, " + e.getMessage());
        }
        found.sort(null);
        return found;
    }

    private static void addJobOf(Path process, List<Path> found) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path d : descriptors) {
                String target = Files.readSymbolicLink(d).toString();
                if (JOB_FILE.matcher(target).matches() && isOf(process, d)) {
                    found.add(d);
                    return;
                }
            }
        } catch (IOException e) {
            return; // another user's process, or one that has ended meanwhile
        }
    }

    /// Whether this file is the job file of this launcher: PEs hold it open too, but it names its launcher.
    private static boolean isOf(Path process, Path file) {
        try {
            return Long.toString(Snapshot.of(file).launcher())
                    .equals(process.getFileName().toString());
        } catch (IOException e) {
            return false; // a file of another program
        }
    }

    /// The one job of that name; refuses a name that fits none or several.
    static Path named(String option, String name) {
        List<Path> matching = new ArrayList<>();
        for (Path job : files()) {
            try {
                Snapshot s = Snapshot.of(job);
                boolean begins = !name.isEmpty() && s.id().startsWith(name);
                if (begins || Long.toString(s.launcher()).equals(name)) matching.add(job);
            } catch (IOException e) {
                continue;
            }
        }
        if (matching.size() == 1) return matching.getFirst();
        throw new Refused("%s '%s' %s; 'oshrun --ps' lists the running ones"
                .formatted(
                        option,
                        name,
                        matching.isEmpty()
                                ? "matches no running job of this user"
                                : "matches " + matching.size() + " jobs, give more digits"));
    }
}
