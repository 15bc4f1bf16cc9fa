// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.model.Machine;

/// The runner of whole, unchanged programs on simulated PEs; it returns the CSV that they print.
final class Printed {
    private Printed() {}

    /// A program's `main`.
    interface Main {
        void run(String... args) throws Exception;
    }

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

    /// Returns the rows that a program prints, each by the names of the header.
    static List<Map<String, String>> csv(Machine machine, int npes, long heap, Main program, String... args) {
        String printed = output(machine, npes, heap, program, args)
                .lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(',') >= 0)
                .collect(Collectors.joining("\n"));
        try (var rows = CsvReader.builder().ofNamedCsvRecord(printed)) {
            return rows.stream().map(NamedCsvRecord::getFieldsAsMap).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String output(Machine machine, int npes, long heap, Main program, String... args) {
        dispatch();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        SimulationSpec job =
                SimulationSpec.of(machine, npes, Settings.shape(npes, heap, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(() -> ScopedValue.where(OUT, out).call(() -> {
                program.run(args);
                return null;
            }));
            sim.rethrow();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
