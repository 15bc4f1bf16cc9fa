// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.runtime.Binding;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.JdkSignals;
import org.jshmem.spi.Uncaught;
import org.jshmem.transport.JobEnd;

/// One run of a program as the job of this process: its watches, its reports and its exit status.
final class SimulatedRun {
    private final JobSpec job;
    private final String program;
    private final boolean tagOutput;
    private final boolean summary;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    SimulatedRun(JobSpec job, String program, boolean tagOutput, boolean summary) {
        this.job = job;
        this.program = program;
        this.tagOutput = tagOutput;
        this.summary = summary;
    }

    /// Runs the program's main method on all PEs, prints the reports, and returns the exit status.
    int status(Simulation.PeMain main) throws InterruptedException {
        Simulation sim = new Simulation(job); // not closed: the process ends, and a PE's own threads may still run
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
        if (sim.goesOn() >= 0) {
            int status = report(sim);
            String where = sim.where(sim.goesOn());
            err.printf(
                    "oshrun: PE %d/%d went on for 0.6 s after that%s and was stopped%n", sim.goesOn(), job.npes, where);
            return status;
        }
        for (String race : named(sim, main)) err.println("oshrun: " + race);
        String machine = job.machine.name();
        if (job.measured > 0) err.println(sim.meter.note(machine));
        if (summary) {
            err.printf(
                    "sim %s: %d PEs, %s of virtual time, %d operations, trace hash %016x%n",
                    machine, job.npes, Picos.show(sim.picos()), sim.operations(), sim.traceHash());
            err.print(sim.times.report(job.measured > 0));
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
            return JdkSignals.handle(_ -> err.println(PeStatus.now(sim, "oshrun: simulated job on request")), "URG");
        } catch (ReflectiveOperationException e) {
            err.println("oshrun: this JVM does not handle SIGURG, so Ctrl-\\ prints nothing, " + e);
            return () -> {};
        }
    }

    /// The reports on the program, with its lines. A look-up of lines takes time, so this method repeats the run with
    /// line look-up and without output. A program whose second run differs is reported without lines.
    private List<String> named(Simulation sim, Simulation.PeMain main) {
        if (sim.races().isEmpty() || job.lines || ExitHook.isWaiting()) return sim.races();
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        try (Simulation again = new Simulation(job.namingLines())) {
            again.runProgram(main);
            return again.traceHash() == sim.traceHash() ? again.races() : sim.races();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /// Prints the failure of the job, and returns the exit status.
    private int report(Simulation sim) {
        Simulation.Failure failure = sim.failure();
        if (failure == null) return 0;
        String pe = "oshrun: PE %d/%d ".formatted(failure.pe(), job.npes);
        if (failure.cause() instanceof Binding.Unfinished) {
            err.println(pe + "exited with status 0 without finalize; end every PE through Shmem.run or close()");
        } else if (failure.cause() != null) {
            if (failure.cause() instanceof ShmemTimeoutException && sim.timeout() != null) err.println(sim.timeout());
            err.print(Uncaught.text(failure.pe(), job.npes, failure.cause()));
            err.println(pe + "exited with status %d: %s".formatted(failure.status(), Uncaught.line(failure.cause())));
        } else if (failure.status() != 0 && !BuiltIn.hasRefused(program, failure.status())) {
            err.println(pe + "ended the job by globalExit(%d)".formatted(failure.status()));
        }
        return failure.status();
    }
}
