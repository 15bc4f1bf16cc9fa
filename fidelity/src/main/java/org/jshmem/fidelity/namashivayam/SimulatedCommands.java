// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.SweepCommand;
import org.jshmem.program.MainMethod;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Machine;

/// The runner of commands that a user types, on simulated PEs of this process; it returns the rows that they print.
final class SimulatedCommands {
    private static final long HEAP = 256 << 20;

    private SimulatedCommands() {}

    private record Key(Machine machine, String command) {}

    /// The stream that the PEs of a simulation print to; other threads print to the process's own output.
    private static final ScopedValue<PrintStream> OUT = ScopedValue.newInstance();

    /// A `System.out` for programs in simulations: all simulations of a process share it, so it passes output on to
    /// the stream of the printing thread's simulation.
    private static final class Dispatch extends PrintStream {
        private final PrintStream process;

        Dispatch(PrintStream process) {
            super(process, true, StandardCharsets.UTF_8);
            this.process = process;
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            OUT.orElse(process).write(bytes, from, count);
        }

        @Override
        public void write(int b) {
            OUT.orElse(process).write(b);
        }
    }

    private static synchronized void dispatch() {
        if (!(System.out instanceof Dispatch)) System.setOut(new Dispatch(System.out));
    }

    /// Returns the rows that `oshrun -np N --machine NAME PROGRAM ARGUMENTS --format jsonl` prints. The command is
    /// `PROGRAM ARGUMENTS`.
    static List<Result> rows(Machine machine, int npes, String command) {
        return Experiment.simulated(new Key(machine, npes + " " + command), () -> run(machine, npes, command));
    }

    private static List<Result> run(Machine machine, int npes, String command) {
        String printed = simulate(machine, npes, command, (_, output) -> output);
        return Results.parsed(command, printed.lines().toList());
    }

    /// Shares of the time of all PEs, in percent.
    ///
    /// @param others neither computation, nor in reductions and barriers
    record Shares(double reductions, double barriers, double others) {}

    /// Returns the shares of a command's time, from the start of the PEs to their end.
    static Shares shares(Machine machine, int npes, String command) {
        return simulate(machine, npes, command, (sim, _) -> {
            double all = IntStream.range(0, npes).mapToLong(sim::picos).sum() / 100.0;
            double computing = IntStream.range(0, npes)
                            .mapToLong(pe -> sim.times().spent(pe, AccessKind.COMPUTE))
                            .sum()
                    / all;
            double reductions = sim.times().inside("reduce") / all;
            double barriers = sim.times().inside("barrier", "sync") / all;
            return new Shares(reductions, barriers, 100 - computing - reductions - barriers);
        });
    }

    private static <T> T simulate(Machine machine, int npes, String command, BiFunction<Simulation, String, T> result) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        String program = SweepCommand.mainClass(words.removeFirst());
        words.addAll(List.of("--format", "jsonl"));
        dispatch();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        JobSpec job = JobSpec.of(machine, npes, Settings.shape(npes, HEAP, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(_ -> ScopedValue.where(OUT, out).call(() -> {
                MainMethod.of(program).call(words.toArray(String[]::new));
                return null;
            }));
            sim.rethrow();
            return result.apply(sim, bytes.toString(StandardCharsets.UTF_8));
        }
    }
}
