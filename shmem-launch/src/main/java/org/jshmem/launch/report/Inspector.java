// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

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
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;

/// The commands `oshrun --ps` and `--inspect JOB`: views of running jobs from outside, which only read job files.
public final class Inspector {
    private static final DateTimeFormatter START = DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT);
    private static final String LINE = "%-16s %8s %4s %-8.8s %12s %7s  %-16s %.120s";

    private Inspector() {}

    /// Lists the running jobs, a line each. `program` finds the program in the words of a launcher.
    public static int list(PrintStream out, Function<String[], String> program) {
        List<String> lines = new ArrayList<>();
        for (Control job : RunningJobs.all().values()) {
            try {
                lines.add(line(job, program));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        if (lines.isEmpty()) {
            out.println("no jobs of this user are running");
        } else {
            out.println(LINE.formatted("job", "launcher", "PEs", "user", "started", "waiting", "program", "command"));
            lines.forEach(out::println);
        }
        return 0;
    }

    private static String line(Control job, Function<String[], String> program) throws IOException {
        Path launcher = Path.of("/proc", Long.toString(job.launcher()));
        String command = new String(Files.readAllBytes(launcher.resolve("cmdline")), StandardCharsets.UTF_8)
                .replaceFirst("(?s).*\0[\\w.]+[.]Oshrun\0", "");
        return LINE.formatted(
                        job.id(),
                        job.launcher(),
                        job.npes(),
                        Files.getOwner(launcher).getName(),
                        START.format(Instant.ofEpochMilli(job.createdMillis()).atZone(ZoneId.systemDefault())),
                        WaitReport.waiting(job) + "%",
                        program.apply(command.split("\0")),
                        command.replaceAll("\\p{Cntrl}", " "))
                .stripTrailing();
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
