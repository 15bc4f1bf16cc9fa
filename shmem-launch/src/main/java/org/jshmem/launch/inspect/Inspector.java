// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.inspect;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.launch.system.Leftovers;
import org.jshmem.launch.system.Refused;
import org.jshmem.launch.system.Signals;
import org.jshmem.runtime.MemorySizes;
import org.jshmem.shm.SystemCalls;

/// The commands `oshrun --ps`, `--inspect JOB` and `--kill JOB`: views of running jobs from outside, and their end.
///
/// A job file has no name; the only ways to it are descriptors in `/proc`, which only its user can open. So jobs are
/// found through their launchers' descriptors. Views only read them.
public final class Inspector {
    /// The target of a job file's descriptor: a file that never had a name, or one that has lost it.
    private static final Pattern JOB_FILE =
            Pattern.compile(".*/(#\\d+|" + Leftovers.JOB_PREFIX + "\\w+/job) \\(deleted\\)");

    private static final long REFRESH_MILLIS = 1000;
    private static final int END_SECONDS = 10;
    private static final int LOOK_MILLIS = 20;
    private static final int LONGEST_NAME = 22;
    private static final String HOME_AND_CLEAR = "\033[H\033[J";

    private Inspector() {}

    /// The job files of this user's running jobs, by their launchers' descriptors.
    public static List<Path> jobs() {
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

    /// Lists the running jobs, a line of 80 columns each. `program` finds the program's name in the arguments of a
    /// launcher.
    public static int list(PrintStream out, boolean json, Function<List<String>, String> program) {
        List<Path> jobs = jobs();
        if (json) {
            out.println(jobs.stream()
                    .flatMap(job -> json(job, program).stream())
                    .collect(Collectors.joining(",\n ", "[", "]")));
            return 0;
        }
        if (jobs.isEmpty()) {
            out.println("no jobs of this user are running");
            return 0;
        }
        out.println(row("job", "launcher", "PEs", "user", "started", "waiting", "program"));
        for (Path job : jobs) {
            try {
                Snapshot s = Snapshot.of(job);
                out.println(row(
                        s.id(),
                        Long.toString(s.launcher()),
                        Integer.toString(s.pes().size()),
                        user(s.launcher()),
                        started(s.createdMillis()),
                        WaitReport.waiting(s, System.nanoTime()) + "%",
                        program.apply(arguments(s.launcher()))));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        return 0;
    }

    private static Optional<String> json(Path job, Function<List<String>, String> program) {
        try {
            Snapshot s = Snapshot.of(job);
            return Optional.of(String.format(
                    Locale.ROOT,
                    "{\"job\": \"%s\", \"launcher\": %d, \"pes\": %d, \"user\": \"%s\", \"started\": \"%s\","
                            + " \"waiting\": %d, \"program\": \"%s\"}",
                    s.id(),
                    s.launcher(),
                    s.pes().size(),
                    quoted(user(s.launcher())),
                    Instant.ofEpochMilli(s.createdMillis()),
                    WaitReport.waiting(s, System.nanoTime()),
                    quoted(program.apply(arguments(s.launcher())))));
        } catch (IOException e) {
            return Optional.empty(); // the job ended after it was found
        }
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.toString();
    }

    /// Ends a job by SIGTERM to its launcher, and waits for the launcher's end.
    public static int end(String name, PrintStream out) throws InterruptedException {
        try {
            Snapshot job = Snapshot.of(find("--kill", name));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
            boolean sent = SystemCalls.kill(job.launcher(), Signals.TERM);
            while (sent && runs(job.launcher())) {
                if (System.nanoTime() > end) {
                    throw new Refused(
                            "--kill %s: the launcher has not ended for %d s; kill -9 it".formatted(name, END_SECONDS));
                }
                Thread.sleep(LOOK_MILLIS);
            }
            out.printf("job %s is ended%n", job.id());
            return 0;
        } catch (IOException e) {
            throw new Refused("--kill %s: the job has ended".formatted(name));
        }
    }

    /// Whether a process has not ended. One that has ended keeps its number until its parent has read its status, for
    /// which a parent such as the first process of a container may never look.
    private static boolean runs(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException e) {
            return false;
        }
    }

    private static String row(
            String id, String launcher, String pes, String user, String started, String waiting, String program) {
        String shown = program.length() <= LONGEST_NAME ? program : program.substring(0, LONGEST_NAME - 2) + "..";
        return "%-16s %8s %4s %-8.8s %8s %7s  %s"
                .formatted(id, launcher, pes, user, started, waiting, shown)
                .stripTrailing();
    }

    private static String user(long process) throws IOException {
        return Files.getOwner(Path.of("/proc", Long.toString(process))).getName();
    }

    /// The time of day of a job's start, or the date of an older job.
    private static String started(long millis) {
        var start = Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault());
        boolean today = start.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()));
        return DateTimeFormatter.ofPattern(today ? "HH:mm:ss" : "MMM d", Locale.ROOT)
                .format(start);
    }

    /// The command line of a process.
    private static List<String> arguments(long process) throws IOException {
        byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(process), "cmdline"));
        return List.of(new String(line, StandardCharsets.UTF_8).split("\0")); // of any letters
    }

    /// Prints a job; with `live` again each second until it ends. `name` is the beginning of its id, or its
    /// launcher's process number.
    public static int show(String name, boolean live, PrintStream out) throws InterruptedException {
        Path job = find("--inspect", name);
        try {
            do {
                Snapshot s = Snapshot.of(job);
                String explanation = WaitReport.explanation(s);
                out.print((live ? HOME_AND_CLEAR : "")
                        + "job %s, launcher %d, %d PEs, %s put and %s got by 4 KiB and more%n"
                                .formatted(
                                        s.id(),
                                        s.launcher(),
                                        s.pes().size(),
                                        sum(s, Snapshot.Pe::putBytes),
                                        sum(s, Snapshot.Pe::gotBytes))
                        + WaitReport.table(s, System.nanoTime(), Map.of())
                        + (explanation.isEmpty() ? "" : explanation + "\n"));
                out.flush();
                if (live) Thread.sleep(REFRESH_MILLIS);
            } while (live);
        } catch (IOException e) {
            out.println("the job has ended");
        }
        return 0;
    }

    private static String sum(Snapshot job, ToLongFunction<Snapshot.Pe> bytes) {
        return MemorySizes.format(
                Math.max(0, job.pes().stream().mapToLong(bytes).sum()));
    }

    /// The one job of that name; refuses a name that fits none or several.
    private static Path find(String option, String name) {
        List<Path> matching = new ArrayList<>();
        for (Path job : jobs()) {
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
