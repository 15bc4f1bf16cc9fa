// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jshmem.SymmetricHeapException;
import org.jshmem.runtime.settings.Durations;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.spi.MainMethod;
import org.jshmem.trace.TraceFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The main class of a simulated job: `oshrun --machine` starts a JVM with it. It calls the program's `main` once per
/// PE, each on a virtual thread in virtual time.
@Command(name = "sim")
public final class Main implements Callable<Integer> {
    /// The exit status of a program in which nothing but races was found.
    static final int RACES = 3;

    // the launcher passes these options on and describes them

    @Mixin
    private final JobSpec job = new JobSpec();

    @Option(names = "--machine", defaultValue = "knc")
    private String machine;

    @Option(names = "--heap")
    private String heap;

    @Option(names = "--timeout")
    private String timeout;

    @Option(names = "--trace-size")
    private long traceBytes = TraceFile.DEFAULT_BYTES;

    @Option(names = "--tag-output")
    private boolean tagOutput;

    @Option(names = "--set")
    private List<String> values = new ArrayList<>();

    @Option(names = "--place")
    private String place;

    @Option(names = "--without")
    private List<String> ablations = new ArrayList<>();

    @Option(names = "--compute")
    private String compute;

    @Option(names = "--summary")
    private boolean summary;

    @Parameters(index = "0")
    private String program;

    @Parameters(index = "1..*")
    private List<String> arguments = new ArrayList<>();

    private Main() {}

    /// Arguments: options, the program's main class, its arguments.
    public static void main(String[] args) {
        int status = 1;
        try {
            status = run(args);
        } finally {
            ExitHook.reported(status);
        }
        System.exit(status); // a program's own threads do not outlive its PEs
    }

    /// Runs a job as [#main] runs it, and returns the exit status.
    static int run(String... args) {
        return new CommandLine(new Main())
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    boolean refused = e instanceof IllegalArgumentException || e instanceof SymmetricHeapException;
                    if (!refused) throw e;
                    line.getErr().println("oshrun: " + e.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    @Override
    public Integer call() throws ReflectiveOperationException, InterruptedException {
        Machine on = MachineFiles.named(machine);
        machine = on.name();
        for (String setting : values) on = on.with(setting);
        for (String mechanism : ablations) on = on.without(mechanism);
        if (place != null) on = on.placed(Placement.parse(place));
        job.machine = on.checked();
        MainMethod main = MainMethod.of(program);
        if (job.trace != null) makeTrace();
        job.longestWait =
                timeout == null ? 0 : Durations.parse("--timeout", timeout).toNanos();
        long heapBytes = heap == null
                ? Settings.heapBytes(System.getenv(), () -> Settings.FIXED_HEAP)
                : MemorySizes.parse("--heap", heap);
        job.regionBytes = Settings.shape(job.npes, heapBytes, job.longestWait).regionBytes();
        job.lines = job.races || compute != null; // measured runs differ: reports must name lines in the first run
        job.measured = compute == null ? 0 : factor(compute);
        String[] args = arguments.toArray(String[]::new);
        return new SimulatedRun(job, program, tagOutput, summary).status(() -> main.call(args));
    }

    private void makeTrace() {
        String name = program.substring(program.lastIndexOf('.') + 1);
        String measured = compute == null ? "" : ", computation measured";
        String title = "%s, %d PEs on %s%s".formatted(name, job.npes, machine, measured);
        try {
            TraceFile.create(job.trace, job.npes, traceBytes, true, title);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
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
}
