// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jshmem.launch.os.Refused;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;

/// The running jobs of this user.
///
/// A job file has no name; the only ways to it are descriptors in `/proc`, which only its user can open. So jobs are
/// found through their launchers' descriptors.
public final class RunningJobs {
    /// The target of a job file's descriptor, which never had a name.
    private static final Pattern JOB_FILE = Pattern.compile(".*/#\\d+ \\(deleted\\)");

    private RunningJobs() {}

    /// The running jobs of this user, by their launchers' descriptors of the job files.
    public static Map<Path, Control> all() {
        Map<Path, Control> found = new TreeMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) addJobOf(process, found);
        } catch (IOException e) {
            throw new Refused("/proc cannot be read, " + e.getMessage());
        }
        return found;
    }

    private static void addJobOf(Path process, Map<Path, Control> found) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path d : descriptors) {
                if (JOB_FILE.matcher(Files.readSymbolicLink(d).toString()).matches()) addJob(process, d, found);
            }
        } catch (IOException e) {
            return; // another user's process, or one that has ended meanwhile
        }
    }

    /// Adds the job of this launcher, which has its file open twice: PEs have it open too, but the file names the
    /// launcher.
    private static void addJob(Path process, Path file, Map<Path, Control> found) {
        try {
            Control job = ControlCopy.of(file);
            boolean known = found.values().stream().anyMatch(other -> other.id().equals(job.id()));
            if (!known && isNamed(job, process.getFileName().toString())) found.put(file, job);
        } catch (IOException e) {
            return; // a file of another program
        }
    }

    private static boolean isNamed(Control job, String name) {
        return Long.toString(job.launcher()).equals(name);
    }

    /// The one job of that name; refuses a name that fits none or several.
    static Path named(String option, String name) {
        Map<Path, Control> matching = all();
        matching.values()
                .removeIf(job ->
                        !isNamed(job, name) && (name.isEmpty() || !job.id().startsWith(name)));
        if (matching.size() == 1) return matching.keySet().iterator().next();
        throw new Refused("%s '%s' %s; 'oshrun --ps' lists the running ones"
                .formatted(
                        option,
                        name,
                        matching.isEmpty()
                                ? "matches no running job of this user"
                                : "matches " + matching.size() + " jobs, give more digits"));
    }
}
