// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// A job of the suite that another program starts, on this host or on a simulated machine.
///
/// @param machine what to simulate; `host` with `simulated` false for the host itself
/// @param simulated whether it runs in virtual time
/// @param npes its PEs
/// @param arguments tests and their options
public record SuiteJob(String machine, boolean simulated, int npes, List<String> arguments) {
    private static final String HEAP = "128m";

    /// A job of real PEs.
    public static SuiteJob real(int npes, String arguments) {
        return new SuiteJob("host", false, npes, List.of(arguments.split(" ")));
    }

    /// The same on a simulated machine.
    public SuiteJob on(String simulated) {
        return new SuiteJob(simulated, true, npes, arguments);
    }

    /// Runs it with the library as it comes, untuned, and reads what it found; IllegalStateException where it fails.
    public List<Result> run() throws IOException {
        Path launcher = Launcher.program()
                .orElseThrow(
                        () -> new IllegalStateException("there is no bin/oshrun above the classes to start jobs with"));
        Path into = Files.createTempFile("jshmem-suite", ".jsonl");
        List<String> line =
                new ArrayList<>(List.of(launcher.toString(), "-np", Integer.toString(npes), "--heap", HEAP));
        if (simulated) line.addAll(List.of("--machine", machine));
        line.addAll(List.of("pgas", "--quick", "--no-floors", "--no-progress", "--launch-into", into.toString()));
        line.addAll(arguments);
        try {
            ProcessBuilder builder = Launcher.outside(line).redirectOutput(ProcessBuilder.Redirect.DISCARD);
            if (!simulated) builder.environment().put(CalibrationFile.VARIABLE, "off");
            int status = builder.start().waitFor();
            if (status != 0) {
                throw new IllegalStateException("a job ended with " + status + ": " + String.join(" ", line));
            }
            return Results.read(into);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a job of the suite ran", e);
        } finally {
            Files.deleteIfExists(into);
        }
    }
}
