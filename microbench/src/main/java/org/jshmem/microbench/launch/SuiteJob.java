// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.microbench.harness.Command;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;

/// A job of the suite that another program starts, on this host or on a simulated machine.
///
/// @param machine the machine to simulate; `host` with `simulated` false for this host
/// @param simulated whether it runs in virtual time
/// @param npes the number of PEs
/// @param arguments tests and their options
public record SuiteJob(String machine, boolean simulated, int npes, List<String> arguments) {
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final String HEAP = "128m";

    public static SuiteJob real(int npes, String arguments) {
        return new SuiteJob("host", false, npes, List.of(arguments.split(" ")));
    }

    /// This job on a simulated machine.
    public SuiteJob on(String simulated) {
        return new SuiteJob(simulated, true, npes, arguments);
    }

    /// Runs the job, on this host without a calibration file, and returns its results. Throws
    /// IllegalStateException if the job fails.
    public List<Result> run() throws IOException {
        List<String> line =
                new ArrayList<>(List.of(Command.launcher().toString(), "-np", Integer.toString(npes), "--heap", HEAP));
        if (simulated) line.addAll(List.of("--machine", machine));
        line.addAll(List.of("pgas", "--quick", "--no-floors", "--no-progress"));
        line.addAll(arguments);
        Map<String, String> environment = simulated ? Map.of() : Map.of(CalibrationFile.VARIABLE, "off");
        return Jobs.results(line, Launches.INTO, environment, LIMIT);
    }
}
