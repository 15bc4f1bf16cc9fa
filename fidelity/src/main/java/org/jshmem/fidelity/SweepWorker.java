// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jshmem.program.ExceptionReport;
import org.jshmem.program.MainMethod;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.spi.JobOutcome;

/// A JVM of a sweep, which simulates one cell after the other. A line of its input names a cell, and a line of its
/// output has the result. The program's own output does not get there.
final class SweepWorker {
    static final String SEPARATOR = "\t";

    /// The first word of a line with a virtual time in picoseconds.
    static final String TIME = "time";

    private SweepWorker() {}

    /// Arguments: machine, number of PEs, bytes of a heap. A line: main class, settings, arguments, each a list whose
    /// elements unit separators divide.
    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader cells = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = cells.readLine()) != null; ) {
            String[] cell = line.split(SEPARATOR, -1);
            answers.println(run(args, cell[0], list(cell[1]), list(cell[2])));
            answers.flush();
        }
        System.exit(0); // a program's threads may still run
    }

    static String joined(List<String> words) {
        return String.join("\u001f", words);
    }

    private static List<String> list(String words) {
        return words.isEmpty() ? List.of() : List.of(words.split("\u001f", -1));
    }

    private static String run(String[] args, String program, List<String> settings, List<String> arguments) {
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            int npes = Integer.parseInt(args[1]);
            long region = Settings.shape(npes, Long.parseLong(args[2]), 0).regionBytes();
            MainMethod main = MainMethod.of(program);
            JobSpec job = JobSpec.of(SweepCells.machine(args[0], settings), npes, region);
            try (Simulation sim = new Simulation(job)) {
                sim.runProgram(_ -> main.call(arguments.toArray(String[]::new)));
                JobOutcome failure = sim.failure();
                if (failure == null || failure.why() == null && failure.status() == 0) {
                    return TIME + SEPARATOR + sim.picos();
                }
                return "PE %d %s"
                        .formatted(
                                failure.pe(),
                                failure.why() == null
                                        ? "ended the job with status %d %s".formatted(failure.status(), last(printed))
                                        : "failed: " + ExceptionReport.line(failure.why()));
            }
        } catch (IllegalArgumentException | ClassNotFoundException | LinkageError e) {
            return ExceptionReport.line(e);
        } finally {
            System.setErr(err);
        }
    }

    private static String last(ByteArrayOutputStream printed) {
        List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
        return lines.isEmpty() ? "" : "(" + lines.getLast() + ")";
    }
}
