// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jshmem.Config;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.runtime.Binding;
import org.jshmem.runtime.Durations;
import org.jshmem.runtime.MainMethod;
import org.jshmem.runtime.MemorySizes;
import org.jshmem.runtime.Settings;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.machines.MachineFiles;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Placement;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.JdkSignals;
import org.jshmem.start.Uncaught;
import org.jshmem.trace.TraceFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The main class of a simulated job: `oshrun --machine` starts a JVM with it. It calls the program's `main` once per
/// PE, each on a virtual thread in virtual time.
@Command(
        name = "sim",
        description = "Runs an OpenSHMEM program on a simulated machine, in virtual time.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The exit status of a program in which nothing but races was found.
    static final int RACES = 3;

    @Option(
            names = "--machine",
            paramLabel = "NAME|FILE.json",
            defaultValue = "knc",
            description = "a machine that `oshrun machine` lists, or a file that describes one")
    private String machine;

    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            defaultValue = "1",
            description = "number of PEs")
    private int npes;

    @Option(names = "--heap", paramLabel = "SIZE", description = "symmetric heap per PE")
    private String heap;

    @Option(names = "--timeout", paramLabel = "D", description = "the longest wait, in virtual time")
    private String timeout;

    @Option(names = "--seed", paramLabel = "S", description = "noise on every access and start (none without it)")
    private Long seed;

    @Option(names = "--trace", paramLabel = "FILE", description = "record what each PE does and waits for")
    private Path trace;

    @Option(names = "--trace-size", paramLabel = "BYTES", description = "room for events of each PE")
    private long traceBytes = TraceFile.DEFAULT_BYTES;

    @Option(names = "--tag-output", description = "prefix each line of output with its PE")
    private boolean tagOutput;

    @Option(names = "--late-puts", description = "puts arrive as late as the ordering rules allow")
    private boolean latePuts;

    @Option(names = "--races", description = "report all accesses, of single words too, that nothing orders")
    private boolean races;

    @Option(names = "--set", paramLabel = "SYMBOL=VALUE", description = "another value of a parameter; repeatable")
    private List<String> values = new ArrayList<>();

    @Option(names = "--place", paramLabel = "CORES", description = "PE i on the i-th of these cores, such as 0,2,4..47")
    private String place;

    @Option(names = "--without", paramLabel = "MECHANISM", description = "a mechanism switched off; repeatable")
    private List<String> ablations = new ArrayList<>();

    @Option(
            names = "--compute",
            paramLabel = "auto[=FACTOR]",
            description = "measure what PEs compute between calls on this host, times FACTOR; not deterministic")
    private String compute;

    @Option(names = "--summary", description = "print virtual time, its parts and the trace hash at the end, on stderr")
    private boolean summary;

    @Parameters(index = "0", paramLabel = "CLASS", description = "the program's main class")
    private String program;

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "its arguments")
    private List<String> arguments = new ArrayList<>();

    private Main() {}

    /// Arguments: options, the program's main class, its arguments.
    public static void main(String[] args) {
        EndingOutput.install();
        int status;
        try {
            status = run(args);
        } finally {
            UnaskedExit.mark("");
        }
        System.exit(status); // a program's own threads do not outlive its PEs
    }

    /// Runs a job as [#main] runs it, and returns the exit status.
    static int run(String... args) {
        return new CommandLine(new Main())
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    boolean refused = e instanceof IllegalArgumentException || e instanceof SymmetricHeapException;
                    if (!refused) throw e;
                    line.getErr().println("oshrun: " + e.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    @Override
    public Integer call() throws ReflectiveOperationException {
        Machine on = MachineFiles.named(machine);
        machine = on.name();
        for (String value : values) on = with(on, value);
        for (String ablation : ablations) on = on.without(ablation);
        if (place != null) on = on.placed(Placement.parse(place));
        on.checked();
        MainMethod main = MainMethod.of(program);
        if (trace != null) makeTrace();
        return run(job(on), main);
    }

    private void makeTrace() {
        try {
            String name = program.substring(program.lastIndexOf('.') + 1);
            TraceFile.create(
                    trace,
                    npes,
                    traceBytes,
                    true,
                    "%s, %d PEs on %s%s"
                            .formatted(name, npes, machine, compute == null ? "" : ", computation measured"));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Machine with(Machine on, String setting) {
        int equals = setting.indexOf('=');
        try {
            return on.with(
                    setting.substring(0, Math.max(equals, 0)), Double.parseDouble(setting.substring(equals + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--set '" + setting + "' is not SYMBOL=VALUE, such as c=110", e);
        }
    }

    /// Parses `auto` or `auto=FACTOR`.
    private static double factor(String asked) {
        try {
            double factor = asked.equals("auto") ? 1 : Double.parseDouble(asked.substring("auto=".length()));
            if ((asked.equals("auto") || asked.startsWith("auto=")) && factor > 0 && factor <= 1e6) return factor;
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            // the message below covers this case too
        }
        throw new IllegalArgumentException(
                "--compute '%s' is neither auto nor auto=FACTOR, a number above 0, such as auto=4".formatted(asked));
    }

    private SimulationSpec job(Machine on) {
        long heapBytes =
                heap == null ? Settings.heapBytes(System.getenv(), Config.DEFAULT) : MemorySizes.parse("--heap", heap);
        long limit = timeout == null ? 0 : Durations.parse("--timeout", timeout).toNanos();
        return new SimulationSpec(
                on,
                npes,
                Settings.shape(npes, heapBytes, limit).regionBytes(),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                Optional.ofNullable(trace),
                latePuts,
                limit,
                compute != null, // measured runs differ: reports must name lines in the first run
                races,
                compute == null ? 0 : factor(compute));
    }

    private int run(SimulationSpec job, MainMethod main) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        String[] args = arguments.toArray(String[]::new);
        Simulation sim = new Simulation(job); // not closed: the process ends, and a PE's own threads may still run
        if (tagOutput) {
            System.setOut(TaggedOutput.over(out));
            System.setErr(TaggedOutput.overErrors(err));
        }
        Runnable noReport = reportAtRequest(sim, err);
        StallWatch watch = new StallWatch(sim, PATIENCE, err, () -> end(report(sim, err)));
        try (var _ = new UnaskedExit(err, sim)) {
            sim.runProgram(() -> main.call(args));
        } finally {
            watch.close();
            noReport.run();
            if (tagOutput) {
                System.out.close();
                System.err.close();
                System.setOut(out);
                System.setErr(err);
            }
        }
        for (String race : named(job, sim, main, args)) err.println("oshrun: " + race);
        if (sim.meter != null) err.println(sim.meter.note(machine));
        if (summary) {
            err.printf(
                    "sim %s: %d PEs, %s of virtual time, %d operations, trace hash %016x%n",
                    machine, npes, Picos.show(sim.picos()), sim.operations(), sim.traceHash());
            err.print(sim.spent().report(sim));
        }
        int status = report(sim, err);
        return status == 0 && !sim.races().isEmpty() ? RACES : status;
    }

    /// Ends the process while PEs run.
    private static void end(int status) {
        System.out.flush();
        System.err.flush();
        UnaskedExit.mark("");
        Runtime.getRuntime().halt(status);
    }

    /// Prints the report that the launcher requests by SIGURG, until the returned action: the JVM keeps SIGQUIT to
    /// itself.
    private static Runnable reportAtRequest(Simulation sim, PrintStream err) {
        try {
            return JdkSignals.handle(_ -> err.println(Whereabouts.now(sim)), "URG");
        } catch (ReflectiveOperationException e) {
            err.println("oshrun: this JVM does not handle SIGURG, so Ctrl-\\ prints nothing, " + e);
            return () -> {};
        }
    }

    /// The reports on the program, with its lines. A look-up of lines takes time, so this method repeats the run with
    /// line look-up and without output. A program whose second run differs is reported without lines.
    private static List<String> named(SimulationSpec job, Simulation sim, MainMethod main, String[] args) {
        if (sim.races().isEmpty() || job.lines()) return sim.races();
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        try (Simulation again = new Simulation(job.namingLines())) {
            again.runProgram(() -> main.call(args));
            return again.traceHash() == sim.traceHash() ? again.races() : sim.races();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private int report(Simulation sim, PrintStream err) {
        Simulation.Failure failure = sim.failure();
        if (failure == null) return 0;
        if (failure.cause() instanceof Binding.Unfinished) {
            err.printf(
                    "oshrun: PE %d/%d exited with status 0 without finalize; end every PE through Shmem.run or close()%n",
                    failure.pe(), npes);
        } else if (failure.cause() != null) {
            if (failure.cause() instanceof ShmemTimeoutException && sim.timeout() != null) err.println(sim.timeout());
            err.print(Uncaught.text(failure.pe(), npes, failure.cause()));
            err.printf(
                    "oshrun: PE %d/%d exited with status %d: %s%n",
                    failure.pe(), npes, failure.status(), Uncaught.line(failure.cause()));
        } else if (failure.status() != 0 && !BuiltIn.hasRefused(program, failure.status())) {
            err.printf("oshrun: PE %d/%d ended the job by globalExit(%d)%n", failure.pe(), npes, failure.status());
        }
        return failure.status();
    }
}
