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
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;

/// The commands `oshrun --ps` and `--inspect JOB`: views of running jobs from outside, which only read job files.
public final class Inspector {
    private static final DateTimeFormatter START = DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT);
    private static final String LINE = "%-16s %8s %4s %12s %7s  %.120s";

    private Inspector() {}

    /// Lists the running jobs, a line each.
    public static int list(PrintStream out) {
        List<String> lines = new ArrayList<>();
        for (Control job : RunningJobs.all().values()) {
            try {
                lines.add(line(job));
            } catch (IOException e) {
                continue; // the job ended after it was found
            }
        }
        if (lines.isEmpty()) {
            out.println("no jobs of this user are running");
        } else {
            out.println(LINE.formatted("job", "launcher", "PEs", "started", "waiting", "command"));
            lines.forEach(out::println);
        }
        return 0;
    }

    private static String line(Control job) throws IOException {
        return LINE.formatted(
                        job.id(),
                        job.launcher(),
                        job.npes(),
                        START.format(Instant.ofEpochMilli(job.createdMillis()).atZone(ZoneId.systemDefault())),
                        WaitReport.waiting(job) + "%",
                        command(job.launcher()))
                .stripTrailing();
    }

    /// The options and the program of a launcher.
    private static String command(long launcher) throws IOException {
        byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(launcher), "cmdline")); // of any letters
        return new String(line, StandardCharsets.UTF_8)
                .replaceFirst("(?s).*\0[\\w.]+[.]Oshrun\0", "")
                .replaceAll("\\p{Cntrl}", " ");
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
