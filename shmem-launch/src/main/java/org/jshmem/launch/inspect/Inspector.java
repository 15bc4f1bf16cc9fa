// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.inspect;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jshmem.launch.system.Refused;
import org.jshmem.launch.system.Signals;
import org.jshmem.runtime.settings.JsonText;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.SystemCalls;

/// The commands `oshrun --ps`, `--inspect JOB` and `--kill JOB`: views of running jobs from outside, and their end.
/// Views
/// only read job files.
public final class Inspector {
    private static final long REFRESH_MILLIS = 1000;
    private static final int END_SECONDS = 10;
    private static final int LOOK_MILLIS = 20;
    private static final int LONGEST_NAME = 22;
    private static final String HOME_AND_CLEAR = "\033[H\033[J";
    private static final String LINE = "%-16s %8s %4s %-8.8s %8s %7s  %s";

    private Inspector() {}

    /// A job in a list of jobs.
    private record Row(Snapshot job, String user, long waiting, String program) {
        static Row of(Snapshot job, Function<List<String>, String> program) throws IOException {
            String user = Files.getOwner(Path.of("/proc", Long.toString(job.launcher())))
                    .getName();
            long waiting = WaitReport.waiting(job, System.nanoTime());
            return new Row(job, user, waiting, program.apply(arguments(job.launcher())));
        }

        String line() {
            String shown = program.length() <= LONGEST_NAME ? program : program.substring(0, LONGEST_NAME - 2) + "..";
            return LINE.formatted(
                    job.id(),
                    job.launcher(),
                    job.pes().size(),
                    user,
                    started(job.createdMillis()),
                    waiting + "%",
                    shown);
        }

        String json() {
            return String.format(
                    Locale.ROOT,
                    "{\"job\": \"%s\", \"launcher\": %d, \"pes\": %d, \"user\": %s, \"started\": \"%s\","
                            + " \"waiting\": %d, \"program\": %s}",
                    job.id(),
                    job.launcher(),
                    job.pes().size(),
                    JsonText.quoted(user),
                    Instant.ofEpochMilli(job.createdMillis()),
                    waiting,
                    JsonText.quoted(program));
        }
    }

    /// Lists the running jobs, a line of 80 columns each. `program` finds the program's name in the arguments of a
    /// launcher.
    public static int list(PrintStream out, boolean json, Function<List<String>, String> program) {
        List<Row> rows = new ArrayList<>();
        for (Snapshot job : RunningJobs.all().values()) {
            try {
                rows.add(Row.of(job, program));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        if (json) {
            out.println(rows.stream().map(Row::json).collect(Collectors.joining(",\n ", "[", "]")));
        } else if (rows.isEmpty()) {
            out.println("no jobs of this user are running");
        } else {
            out.println(LINE.formatted("job", "launcher", "PEs", "user", "started", "waiting", "program"));
            for (Row row : rows) out.println(row.line().stripTrailing());
        }
        return 0;
    }

    /// Ends a job by SIGTERM to its launcher, and waits for the launcher's end.
    public static int end(String name, PrintStream out) throws InterruptedException {
        try {
            Snapshot job = Snapshot.of(RunningJobs.named("--kill", name));
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
        String state = KernelFile.state(Long.toString(pid));
        return !state.isEmpty() && !state.startsWith("Z") && !state.startsWith("X");
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
        Path job = RunningJobs.named("--inspect", name);
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
}
