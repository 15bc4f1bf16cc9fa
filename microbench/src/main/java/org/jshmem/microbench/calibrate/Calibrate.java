// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.microbench.page.Command;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.jshmem.runtime.settings.KernelFile;

/// Command that measures this host by jobs of the suite and writes the calibration to the file that the library reads:
/// `bin/oshrun calibrate`.
public final class Calibrate {
    private static final String NAME = "calibrate";
    private static final String COPIES = "64,8k,64k,256k,8m,16m";
    private static final String STATES = "4k,32k,256k,4m";
    private static final String CHAIN = "8m";
    private static final int STARTS = 2;

    private final List<Step> steps = new ArrayList<>();

    private record Step(String about, int npes, List<String> program) {}

    private Calibrate() {}

    public static void main(String[] args) {
        Command.run(NAME, args, (sh, own) -> {
            if (sh.virtualTime()) throw new InvalidArguments("measures the host: remove --machine");
            try {
                new Calibrate().run();
            } catch (IOException e) {
                throw new InvalidArguments("the calibration cannot be written: " + e.getMessage());
            }
        });
    }

    private void run() throws IOException {
        CalibrationFile file = CalibrationFile.find(System.getenv());
        if (file.path() == null)
            throw new InvalidArguments(CalibrationFile.VARIABLE + " is off; unset it or name a file");
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < 2) throw new InvalidArguments("needs two cores at least: nothing passes between PEs on one");
        plan(cores);
        long start = System.nanoTime();
        List<Result> results = new ArrayList<>();
        for (int k = 0; k < steps.size(); k++) {
            Step step = steps.get(k);
            System.err.printf("%s: %d of %d, %d PEs: %s%n", NAME, k + 1, steps.size(), step.npes, step.about);
            results.addAll(Forks.run(step.npes, step.program));
        }
        Where where = results.getFirst().where();
        List<Result> best = Results.merged(results); // two starts of a JVM differ; the faster one counts
        var host = new HostFit(best);
        Calibration made = new Calibration(
                KernelFile.processor(), cores, where.jdk(), where.date(), host.parameters(), host.unmeasured());
        file.write(made);
        print(made);
        System.out.printf("# %s: %s, %d s%n", NAME, file.path(), (System.nanoTime() - start) / 1_000_000_000);
    }

    private void plan(int cores) {
        int even = cores & ~1;
        for (int start = 1; start <= STARTS; start++) { // two starts of a JVM differ; the faster row counts
            String which = ", start " + start + " of " + STARTS;
            step(2, "calls, flags, copies" + which, "calls pingpong put get --pairs 1 --sizes " + COPIES);
            step(2, "states of lines" + which, "pingpong cache-load cache-store --pairs 1 --sizes " + STATES);
            step(
                    even,
                    "copies side by side, readers, adds" + which,
                    "cache-copies cache-readers cache-adds --sizes " + COPIES);
        }
        step(2, "loads that wait for each other", "cache-pattern --sizes " + CHAIN);
    }

    private void step(int npes, String about, String arguments) {
        steps.add(new Step(about, npes, List.of(("pgas " + arguments).split(" "))));
    }

    private static void print(Calibration made) {
        System.out.printf("# cpu: %s, %d cores; jdk: %s; %s%n", made.cpu(), made.cores(), made.jdk(), made.date());
        System.out.printf(
                "%-12s %12s %-6s %-25s %9s  %s%n", "symbol", "value", "unit", "95 % interval", "residual", "from");
        for (Calibration.Parameter p : made.parameters()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %12.4g %-6s %-25s %8.0f%%  %s%n",
                    p.symbol(),
                    p.value(),
                    p.unit(),
                    p.measured() ? String.format(Locale.ROOT, "%.4g..%.4g", p.low(), p.high()) : "assumed",
                    100 * p.residual(),
                    p.source());
        }
        for (String line : made.unmeasured()) System.out.println("# not measured: " + line);
    }
}
