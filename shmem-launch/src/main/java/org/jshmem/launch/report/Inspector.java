// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

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
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;

/// The commands `oshrun --ps` and `--inspect JOB`: views of running jobs from outside, which only read job files.
public final class Inspector {
    private static final int LONGEST_NAME = 22;
    private static final String LINE = "%-16s %8s %4s %-8.8s %8s %7s  %s";

    private Inspector() {}

    /// Lists the running jobs, a line of 80 columns each. `program` finds the program's name in the arguments of a
    /// launcher.
    public static int list(PrintStream out, Function<List<String>, String> program) {
        List<String> lines = new ArrayList<>();
        for (Control job : RunningJobs.all().values()) {
            try {
                lines.add(line(job, program.apply(arguments(job.launcher()))));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        if (lines.isEmpty()) {
            out.println("no jobs of this user are running");
        } else {
            out.println(LINE.formatted("job", "launcher", "PEs", "user", "started", "waiting", "program"));
            lines.forEach(out::println);
        }
        return 0;
    }

    private static String line(Control job, String program) throws IOException {
        return LINE.formatted(
                        job.id(),
                        job.launcher(),
                        job.npes(),
                        Files.getOwner(Path.of("/proc", Long.toString(job.launcher())))
                                .getName(),
                        started(job.createdMillis()),
                        WaitReport.waiting(job) + "%",
                        program.length() <= LONGEST_NAME ? program : program.substring(0, LONGEST_NAME - 2) + "..")
                .stripTrailing();
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

    /// Prints a job. `name` is the beginning of its id, or its launcher's process number.
    public static int show(String name, PrintStream out) {
        try {
            Control s = ControlCopy.of(RunningJobs.named("--inspect", name));
            out.print("job %s, launcher %d, %d PEs, %s put and %s got by 4 KiB and more%n"
                            .formatted(s.id(), s.launcher(), s.npes(), sum(s, s::putBytes), sum(s, s::gotBytes))
                    + WaitReport.table(s, Map.of()));
        } catch (IOException e) {
            out.println("the job has ended");
        }
        return 0;
    }

    private static String sum(Control job, IntToLongFunction bytes) {
        return MemorySizes.format(
                Math.max(0, IntStream.range(0, job.npes()).mapToLong(bytes).sum()));
    }
}
