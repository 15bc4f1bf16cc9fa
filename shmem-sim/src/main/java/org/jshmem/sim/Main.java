// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.jdk.JdkSignals;
import org.jshmem.program.ExceptionReport;
import org.jshmem.program.MainMethod;
import org.jshmem.runtime.PeBinding;
import org.jshmem.runtime.settings.Durations;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.PeBody;
import org.jshmem.trace.TraceFile;
import org.jshmem.transport.JobEnd;

/// The main class of a simulated job: `oshrun --machine` starts a JVM with it. It calls the program's `main` once per
/// PE, each on a virtual thread in virtual time.
public final class Main {
    /// The exit status of a program in which nothing but races was found.
    static final int RACES = 3;

    private static final Set<String> FLAGS = Set.of("--late-puts", "--races", "--summary", "--tag-output");

    private final Map<String, List<String>> options = new HashMap<>(); // the launcher has checked them
    private final JobSpec job = new JobSpec();
    private final String program;
    private final String[] arguments;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    private Main(String[] args) {
        int next = 0;
        while (!args[next].equals("--")) {
            List<String> values = options.computeIfAbsent(args[next], _ -> new ArrayList<>());
            if (!FLAGS.contains(args[next++])) values.add(args[next++]);
        }
        program = args[next + 1];
        arguments = Arrays.copyOfRange(args, next + 2, args.length);
    }

    /// Arguments: the job's options, `--`, the program's main class, its arguments.
    public static void main(String[] args) throws ClassNotFoundException, InterruptedException {
        int status = 1;
        try {
            status = run(args);
        } finally {
            ExitHook.reported(status);
        }
        System.exit(status); // a program's own threads do not outlive its PEs
    }

    /// Runs a job as [#main] runs it, and returns the exit status.
    static int run(String... args) throws ClassNotFoundException, InterruptedException {
        try {
            return new Main(args).run();
        } catch (IllegalArgumentException | SymmetricHeapException e) {
            System.err.println("oshrun: " + e.getMessage());
            return BuiltIn.REFUSED;
        }
    }

    /// The last value of an option.
    private Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name)).map(List::getLast);
    }

    private int run() throws ClassNotFoundException, InterruptedException {
        Machine on = MachineFiles.named(option("--machine").orElse("knc"));
        for (String setting : options.getOrDefault("--set", List.of())) on = on.with(setting);
        for (String mechanism : options.getOrDefault("--without", List.of())) on = on.without(mechanism);
        for (String place : options.getOrDefault("--place", List.of())) on = on.placed(Placement.parse(place));
        job.machine = on.checked();
        job.npes = option("-np").map(Integer::valueOf).orElse(1);
        job.seed = option("--seed").map(Long::valueOf).orElse(null);
        job.latePuts = options.containsKey("--late-puts");
        job.races = options.containsKey("--races");
        job.measured = option("--compute").map(Main::factor).orElse(0.0);
        MainMethod main = MainMethod.of(program);
        job.trace = option("--trace").map(Path::of).orElse(null);
        job.longestWait =
                Durations.parse("--timeout", option("--timeout").orElse("0s")).toNanos();
        long heapBytes = MemorySizes.parse("--heap", option("--heap").orElse("64m"));
        job.regionBytes = Settings.shape(job.npes, heapBytes, job.longestWait).regionBytes();
        // not closed: the process ends, and a PE's own threads may still run
        Simulation sim = new Simulation(job);
        if (job.trace != null) makeTrace(job.trace); // a job that is refused keeps the file of an earlier one
        return status(sim, _ -> main.call(arguments));
    }

    private void makeTrace(Path file) {
        String name = program.substring(program.lastIndexOf('.') + 1);
        String measured = job.measured == 0 ? "" : ", computation measured";
        String title = "%s, %d PEs on %s%s".formatted(name, job.npes, job.machine.name(), measured);
        try {
            TraceFile.create(
                    file, job.npes, TraceFile.eventBytes(option("--trace-size").orElse(null)), true, title);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// Parses `auto` or `auto=FACTOR`.
    private static double factor(String asked) {
        if (asked.matches("auto(=[0-9]*[.]?[0-9]+(E-?[0-9]+)?)?")) {
            double factor = asked.equals("auto") ? 1 : Double.parseDouble(asked.substring("auto=".length()));
            if (factor > 0 && factor <= 1e6) return factor;
        }
        throw new IllegalArgumentException(
                "--compute '%s' is neither auto nor auto=FACTOR, a number above 0, such as auto=4".formatted(asked));
    }

    /// Runs the program's main method on all PEs, prints the reports, and returns the exit status.
    private int status(Simulation sim, PeBody main) throws InterruptedException {
        boolean tagOutput = options.containsKey("--tag-output");
        if (tagOutput) {
            System.setOut(TaggedOutput.over(out, ""));
            System.setErr(TaggedOutput.over(err, " err"));
        }
        endThreadsQuietly();
        Runnable noReport = reportAtRequest(sim);
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        sim.watch.reportTo(err, Watchdog.SOON);
        try {
            try (var _ = new ExitHook(err, sim)) {
                sim.runProgram(main);
            }
            if (sim.failure() == null) awaitThreads(before);
        } finally {
            noReport.run();
            if (tagOutput) {
                System.out.close();
                System.err.close();
                System.setOut(out);
                System.setErr(err);
            }
        }
        if (sim.watch.left >= 0) {
            int status = report(sim);
            String where = sim.job.kernel.threads.where(sim.watch.left);
            err.printf(
                    "oshrun: PE %d/%d went on for 0.6 s after that%s and was stopped%n",
                    sim.watch.left, job.npes, where);
            return status;
        }
        for (String race : sim.races()) err.println("oshrun: " + race);
        String machine = job.machine.name();
        if (job.measured > 0) err.println(sim.job.meter.note(machine));
        if (options.containsKey("--summary")) {
            err.printf(
                    "sim %s: %d PEs, %s of virtual time, %d operations, trace hash %016x%n",
                    machine, job.npes, Picos.show(sim.picos()), sim.operations(), sim.traceHash());
            err.print(sim.job.memory.times.report(job.measured > 0));
        }
        int status = report(sim);
        return status == 0 && !sim.races().isEmpty() ? Main.RACES : status;
    }

    /// Waits for the threads of the program that are not daemons, as the end of a process does. A thread that has ended
    /// may have started others.
    private static void awaitThreads(Set<Thread> before) throws InterruptedException {
        Optional<Thread> next;
        do {
            next = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> !thread.isDaemon() && !before.contains(thread))
                    .findAny();
            if (next.isPresent()) next.get().join();
        } while (next.isPresent());
    }

    /// Leaves out the exception by which `globalExit` ends a thread of the program that called it: the report names the
    /// PE. Other exceptions of such threads are printed as by the JVM.
    private static void endThreadsQuietly() {
        Thread.setDefaultUncaughtExceptionHandler((thread, why) -> {
            if (why instanceof JobEnd) return;
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            why.printStackTrace();
        });
    }

    /// Prints the report that the launcher requests by SIGURG, until the returned action: the JVM keeps SIGQUIT to
    /// itself.
    private Runnable reportAtRequest(Simulation sim) {
        try {
            return JdkSignals.handle(
                    _ -> err.println(PeStatus.now(sim.job, "oshrun: simulated job on request")), "URG");
        } catch (IllegalArgumentException e) {
            err.println("oshrun: this JVM does not handle SIGURG, so Ctrl-\\ prints nothing, " + e);
            return () -> {};
        }
    }

    /// Prints the failure of the job, and returns the exit status.
    private int report(Simulation sim) {
        JobOutcome failure = sim.failure();
        if (failure == null) return 0;
        String pe = "oshrun: PE %d/%d ".formatted(failure.pe(), job.npes);
        if (failure.why() instanceof PeBinding.Unfinished open) {
            err.println(pe + "exited with status 0 without finalize" + open.pairs
                    + "; end every PE through Shmem.run, close() or MPI.Finalize");
        } else if (failure.why() != null) {
            if (failure.why() instanceof ShmemTimeoutException && sim.job.timeout != null) err.println(sim.job.timeout);
            err.print(ExceptionReport.text(failure.pe(), job.npes, failure.why()));
            err.println(
                    pe + "exited with status %d: %s".formatted(failure.status(), ExceptionReport.line(failure.why())));
        } else if (failure.status() != 0 && !BuiltIn.hasRefused(program, failure.status())) {
            err.println(pe + "ended the job by globalExit(%d)".formatted(failure.status()));
        }
        return failure.status();
    }
}
