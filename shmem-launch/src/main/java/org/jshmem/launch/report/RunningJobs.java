// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
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
        for (File process : files(new File("/proc"))) {
            for (File d : files(new File(process, "fd"))) addJob(process.getName(), d.toPath(), found);
        }
        return found;
    }

    /// The files of a folder; none in another user's, or in that of a process that has ended.
    private static File[] files(File folder) {
        return Objects.requireNonNullElse(folder.listFiles(), new File[0]);
    }

    /// Adds the job of this launcher, which has its file open twice: PEs have it open too, but the file names the
    /// launcher.
    private static void addJob(String process, Path file, Map<Path, Control> found) {
        try {
            if (!JOB_FILE.matcher(Files.readSymbolicLink(file).toString()).matches()) return;
            Control job = ControlCopy.of(file);
            boolean known = found.values().stream().anyMatch(other -> other.id().equals(job.id()));
            if (!known && isNamed(job, process)) found.put(file, job);
        } catch (IOException e) {
            return; // closed meanwhile, or a file of another program
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
