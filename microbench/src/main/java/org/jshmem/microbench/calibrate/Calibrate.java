// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.microbench.page.Command;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Where;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.machine.CalibrationFile;

/// Command that measures this host by jobs of the suite and writes the calibration to the file that the library reads:
/// `bin/oshrun calibrate`. With `--check` it compares the host with its calibration; with `fit` it measures nothing.
public final class Calibrate {
    private static final String NAME = "calibrate";
    private static final String COPIES = "64,8k,64k,256k,8m,16m";
    private static final String STATES = "4k,32k,256k,4m";
    private static final int STARTS = 3;

    /// A job of the suite.
    record Step(int npes, String about, String arguments) {}

    private Calibrate() {}

    public static void main(String[] args) {
        Command.run(NAME, args, (sh, own) -> {
            if (sh.virtualTime()) throw new InvalidArguments("measures the host: remove --machine");
            try {
                if (own.length == 2 && own[0].equals("fit"))
                    System.out.print(CopyFit.of(own[1], Files.readAllLines(Path.of(own[1]))));
                else run(isCheck(List.of(own)));
            } catch (IOException e) {
                throw new InvalidArguments("a file cannot be read or written: " + e.getMessage() + "; name another");
            }
        });
    }

    /// Returns whether the arguments are `--check`; they may be empty, too.
    static boolean isCheck(List<String> arguments) {
        boolean check = arguments.contains("--check");
        for (String argument : arguments) {
            if (!argument.equals("--check"))
                throw new InvalidArguments(
                        "argument '" + argument + "' is unknown; use --check, fit FILE.csv, or no argument");
        }
        return check;
    }

    private static void run(boolean check) throws IOException {
        CalibrationFile file = CalibrationFile.find(System.getenv());
        if (file.path() == null)
            throw new InvalidArguments(CalibrationFile.VARIABLE + " is off; unset it or name a file");
        int cores = Runtime.getRuntime().availableProcessors();
        if (cores < 2) throw new InvalidArguments("needs two cores at least: nothing passes between PEs on one");
        if (check) {
            System.out.print(CalibrationCheck.run(file));
            return;
        }
        long start = System.nanoTime();
        List<Result> results = new ArrayList<>();
        for (int k = 1; k <= STARTS; k++) {
            for (Step step : plan(cores)) {
                System.err.printf("%s: start %d of %d, %d PEs: %s%n", NAME, k, STARTS, step.npes, step.about);
                results.addAll(Forks.run(step.npes, List.of(("pgas " + step.arguments).split(" "))));
            }
        }
        Where where = results.getFirst().where();
        var host = new HostFit(List.copyOf(CalibrationCheck.nearest(results)));
        file.write(where.date(), host.parameters);
        print(cores, where, host);
        System.out.printf("# %s: %s, %d s%n", NAME, file.path(), (System.nanoTime() - start) / 1_000_000_000);
    }

    static List<Step> plan(int cores) {
        int even = cores & ~1;
        return List.of(
                new Step(2, "calls, flags, copies", "calls pingpong put get cache-chain --pairs 1 --sizes " + COPIES),
                new Step(2, "states of lines", "cache-load cache-store --sizes " + STATES),
                new Step(even, "copies side by side", "bidir-get --access putget --sizes 16m --pairs " + even / 2),
                new Step(even, "readers of one line", "cache-readers"));
    }

    private static void print(int cores, Where where, HostFit host) {
        System.out.printf(
                "# cpu: %s, %d cores; jdk: %s; %s%n", KernelFile.processor(), cores, where.jdk(), where.date());
        System.out.printf("%-12s %12s %-6s %-8s  %s%n", "symbol", "value", "unit", "role", "from");
        for (Parameter p : host.parameters) {
            System.out.printf(
                    Locale.ROOT, "%-12s %12.4g %-6s %-8s  %s%n", p.symbol(), p.value(), p.unit(), p.role(), p.source());
        }
        for (String line : host.unmeasured) System.out.println("# not measured: " + line);
    }
}
