// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.sim.machine.CalibrationFile;

/// Jobs of the suite that another job or command starts one after the other, each with fresh JVMs: two starts of a JVM
/// differ by more than the samples of one.
public final class Forks {
    private static final Duration LIMIT = Duration.ofHours(2);
    private static final Duration NAP = Duration.ofMillis(200);
    private static final String MAIN = ".Oshrun";
    private static final int GENERATIONS = 4;
    private static final int REPEATS = 3;

    /// The status of a job that wrote its results, some of which are unstable.
    public static final int UNSTABLE = 4;

    private Forks() {}

    /// Starts this job's own command line `forks` times, with one fork each, and returns the merged results on PE 0.
    /// The PEs of this job sleep meanwhile. Collective.
    public static List<Result> run(Shmem sh, int forks) throws IOException {
        SymLongs over = sh.longs(1);
        List<Result> all = new ArrayList<>();
        if (sh.myPe() == 0) {
            List<String> command = alone(command());
            all = steady(forks, () -> job(command, Map.of()));
            for (int pe = 1; pe < sh.nPes(); pe++) over.p(0, 1, pe);
            sh.quiet();
        } else {
            while (over.get(0) == 0) sh.sleep(NAP);
        }
        sh.barrierAll();
        over.free();
        return Results.merged(all);
    }

    /// A job of the suite.
    @FunctionalInterface
    interface Job {
        List<Result> run() throws IOException;
    }

    /// The results of some forks. A fork whose PEs moved between near and far cores is repeated, and left out if it is
    /// the fourth in turn.
    static List<Result> steady(int forks, Job job) throws IOException {
        List<Result> all = new ArrayList<>();
        for (int fork = 1; fork <= forks; fork++) {
            System.err.println("pgas: fork " + fork + " of " + forks);
            List<Result> its = job.run();
            for (int k = 0; k < REPEATS && its.stream().anyMatch(Result::moved); k++) {
                System.err.println(
                        "pgas: fork " + fork + " once more, because its PEs moved between near and far cores");
                its = job.run();
            }
            if (its.stream().noneMatch(Result::moved)) all.addAll(its);
        }
        if (all.isEmpty())
            throw new IllegalStateException("the PEs of all " + forks
                    + " forks moved between near and far cores; end other programs, or add --bind-to core");
        return all;
    }

    /// Runs a program with the options of the suite on PEs of this host, without a calibration file. Throws
    /// IllegalStateException if the job fails.
    public static List<Result> run(int npes, List<String> program) throws IOException {
        return run(List.of("-np", npes + "", "--heap", "128m"), program, "off");
    }

    /// Runs a program with the options of the suite on simulated PEs of a calibrated host.
    public static List<Result> simulated(int npes, List<String> program, Path calibration) throws IOException {
        return run(
                List.of("-np", npes + "", "--heap", "128m", "--machine", "calibrated"),
                program,
                calibration.toString());
    }

    private static List<Result> run(List<String> options, List<String> program, String calibration) throws IOException {
        List<String> line = new ArrayList<>(List.of(launcher().toString()));
        line.addAll(options);
        line.addAll(program);
        line.addAll(List.of("--forks", "1"));
        return job(line, Map.of(CalibrationFile.VARIABLE, calibration));
    }

    static List<Result> job(List<String> command, Map<String, String> environment) throws IOException {
        Path file = Files.createTempFile("jshmem-results", ".jsonl");
        file.toFile().deleteOnExit(); // a stop of this JVM runs no finally
        try {
            var line = new ArrayList<>(command);
            line.addAll(List.of("--jsonl", file.toString()));
            Jobs.Finished job = Jobs.run(line, environment, LIMIT);
            if (job.status() != 0 && job.status() != UNSTABLE) {
                throw new IllegalStateException("'" + String.join(" ", line) + "' "
                        + (job.status() == Jobs.Finished.TIMEOUT
                                ? "did not end within " + LIMIT.toHours() + " hours"
                                : "ended with status " + job.status())
                        + "; run it by hand to see why");
            }
            return Results.read(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /// The launcher of this build, to start jobs with.
    public static Path launcher() {
        return Jobs.launcher(Forks.class)
                .orElseThrow(() -> new InvalidArguments(
                        "cannot start jobs: bin/oshrun was not found above the classes; run it in a clone or"
                                + " the archive, or give --forks 1"));
    }

    /// Whether this job can start its own command line.
    public static boolean canFork() {
        return !command().isEmpty();
    }

    /// The command line that started this job, read from the launcher's process in `/proc`; empty if it is not there.
    private static List<String> command() {
        var process = Optional.of(ProcessHandle.current());
        for (int k = 0; k < GENERATIONS && process.isPresent(); k++) {
            Path file = Path.of("/proc", process.get().pid() + "", "cmdline");
            List<String> line =
                    List.of(String.join("\n", KernelFile.lines(file)).split("\0"));
            for (int main = 0; main < line.size(); main++) {
                if (!line.get(main).endsWith(MAIN)) continue;
                var command = new ArrayList<String>();
                Jobs.launcher(Forks.class).ifPresent(path -> command.add(path.toString()));
                command.addAll(line.subList(main + 1, line.size()));
                return command.size() == line.size() - main ? command : List.of();
            }
            process = process.get().parent();
        }
        return List.of();
    }

    /// A command line for one fork: without the options for output, and with one fork.
    static List<String> alone(List<String> command) {
        var line = new ArrayList<String>();
        for (int k = 0; k < command.size(); k++) {
            String word = command.get(k);
            boolean ours = List.of("--forks", "--jsonl", "--report", "--format").contains(word.replaceFirst("=.*", ""));
            if (!ours) line.add(word);
            else if (!word.contains("=")) k++;
        }
        line.addAll(List.of("--forks", "1"));
        return line;
    }
}
