// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import static org.jshmem.shm.jobfile.JobLayout.CREATED;
import static org.jshmem.shm.jobfile.JobLayout.GOT_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.LAUNCHER;
import static org.jshmem.shm.jobfile.JobLayout.PID;
import static org.jshmem.shm.jobfile.JobLayout.PUT_BYTES;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.Signals;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.transport.CFunction;

/// The commands `oshrun --ps` and `--inspect JOB`: views of running jobs from outside, which only read job files.
///
/// A job file has no name; the only ways to it are descriptors in `/proc`, which only its user can open. So jobs are
/// found through their launchers' descriptors.
public final class Inspector {
    private static final DateTimeFormatter START = DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT);
    private static final String LINE = "%-16s %8s %4s %-8.8s %12s %7s  %-16s %.120s";

    /// The target of a job file's descriptor, which never had a name.
    private static final Pattern JOB_FILE = Pattern.compile(".*/#\\d+ \\(deleted\\)");

    /// The time that PEs get to write their lines.
    private static final long ANSWER_MILLIS = 40;

    private Inspector() {}

    /// Lists the running jobs, a line each. `program` finds the program in the words of a launcher.
    public static int list(PrintStream out, Function<String[], String> program) {
        List<String> lines = new ArrayList<>();
        for (Control job : all().values()) {
            try {
                lines.add(line(job, program));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        String heads = LINE.formatted("job", "launcher", "PEs", "user", "started", "waiting", "program", "command");
        out.println(lines.isEmpty() ? "no jobs of this user are running" : heads);
        lines.forEach(out::println);
        return 0;
    }

    private static String line(Control job, Function<String[], String> program) throws IOException {
        String command = command(job);
        String user = Files.getOwner(folder(job)).getName();
        String start = START.format(Instant.ofEpochMilli(job.get(CREATED)).atZone(ZoneId.systemDefault()));
        String waiting = WaitReport.waiting(job) + "%";
        String name = program.apply(command.split("\0"));
        String words = command.replaceAll("\\p{Cntrl}", " ");
        return LINE.formatted(job.id(), job.get(LAUNCHER), job.npes(), user, start, waiting, name, words)
                .stripTrailing();
    }

    /// What the kernel shows of the launcher of a job.
    private static Path folder(Control job) {
        return Path.of("/proc", Long.toString(job.get(LAUNCHER)));
    }

    /// The words of the user on the command line of the launcher of a job, each with a zero at its end.
    static String command(Control job) throws IOException {
        return words(text(folder(job).resolve("cmdline")), text(folder(job).resolve("environ")));
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// The words of the user for a launcher with this command line and these variables, each with a zero at its end.
    static String words(String line, String variables) {
        String words = line.replaceFirst("(?s).*\0[\\w.]+[.]Oshrun\0", "");
        if (!words.equals(JobWords.OPTION + "\0")) return words;
        String start = JobWords.VARIABLE + "=";
        for (String variable : variables.split("\0")) {
            if (!variable.startsWith(start)) continue;
            JobWords job = JobWords.of(Map.of(JobWords.VARIABLE, variable.substring(start.length())));
            return String.join("\0", job.words()) + "\0";
        }
        return "";
    }

    /// Prints a job. `name` is the beginning of its id, or its launcher's process number.
    public static int show(String name, PrintStream out) throws InterruptedException {
        try {
            Control s = sample(named("--inspect", name));
            String head = "job %s, launcher %d, %d PEs, %s put and %s got by 4 KiB and more%n%s";
            String put = sum(s, PUT_BYTES);
            out.printf(head, s.id(), s.get(LAUNCHER), s.npes(), put, sum(s, GOT_BYTES), WaitReport.table(s));
        } catch (IOException e) {
            out.println("the job has ended");
        }
        return 0;
    }

    /// A copy of the control words of a job, with the lines of the program at which its PEs are. As for a report of the
    /// launcher, a signal requests them.
    static Control sample(Path job) throws IOException, InterruptedException {
        Control before = ControlCopy.of(job);
        IntStream.range(0, before.npes())
                .filter(pe -> before.state(pe) == PeState.RUNNING)
                .mapToLong(pe -> before.get(pe, PID))
                .distinct()
                .forEach(pid -> CFunction.named("kill").call(pid, Signals.URG, 0, 0, 0, 0));
        Thread.sleep(ANSWER_MILLIS);
        return ControlCopy.of(job);
    }

    private static String sum(Control job, JobLayout.Slot bytes) {
        long sum = 0;
        for (int pe = 0; pe < job.npes(); pe++) sum += job.get(pe, bytes);
        return MemorySizes.format(Math.max(0, sum));
    }

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
            if (!known && Long.toString(job.get(LAUNCHER)).equals(process)) found.put(file, job);
        } catch (IOException e) {
            return; // closed meanwhile, or a file of another program
        }
    }

    private static boolean isNamed(Control job, String name) {
        return Long.toString(job.get(LAUNCHER)).equals(name)
                || !name.isEmpty() && job.id().startsWith(name);
    }

    /// The one job of that name, or the only job for null. Refuses a name that fits none or several.
    static Path named(String option, String name) {
        Map<Path, Control> matching = all();
        if (name != null) matching.values().removeIf(job -> !isNamed(job, name));
        if (matching.size() == 1) return matching.keySet().iterator().next();
        String many = "matches %d jobs, give %s".formatted(matching.size(), name == null ? "one" : "more digits");
        String what = name == null ? option : option + " '" + name + "'";
        String found = matching.isEmpty() ? "matches no running job of this user" : many;
        throw new Refused("%s %s; 'oshrun --ps' lists the running ones", what, found);
    }
}
