// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jshmem.Work;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.transport.Atomic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class MachineFileTest {
    @ParameterizedTest
    @ValueSource(strings = {"cluster", "knc", "knc-se10p", "scc"})
    void whatIsPrintedIsReadAsTheSameMachine(String name) {
        Machine machine = MachineFiles.named(name);
        Machine read = read(MachineFiles.text(name));
        assertEquals(machine.parameters(), read.parameters());
        assertEquals(machine.variations(), read.variations());
        assertEquals(machine.title(), read.title());
        assertEquals(machine.architecture().getClass(), read.architecture().getClass());
        List<String> symbols = machine.architecture().symbols().stream()
                .filter(s -> !s.isOptional() || machine.knows(s.name()))
                .map(Symbol::name)
                .toList();
        assertEquals(symbols, machine.parameters().stream().map(p -> p.symbol()).toList());
    }

    @Test
    void theNamesOfMachinesAreThoseOfTheirFiles() {
        List<String> builtIn = new ArrayList<>(MachineFiles.names());
        builtIn.remove(CalibrationFile.NAME);
        assertEquals(
                builtIn.stream().map(MachineFiles::named).map(Machine::name).toList(), builtIn);
        assertTrue(MachineFiles.isPresent("knc"));
        assertFalse(MachineFiles.isPresent("cray"));
    }

    @Test
    void aFileThatIsLikeAnotherSaysWhatDiffers() {
        Machine changed = read("""
                {"kind": "jshmem machine 1", "name": "slow", "like": "knc",
                 "parameters": [
                  {"symbol": "R_R", "value": 500, "unit": "ns", "role": "ASSUMED", "source": "a test"}],
                 "variations": [{"name": "R*2", "set": {"R_R": "*2"}, "without": ["contention"]}]}
                """);
        Machine knc = MachineFiles.named("knc");
        assertEquals(500, changed.value("R_R"));
        assertEquals(knc.value("R_I"), changed.value("R_I"));
        assertEquals(knc.title() + ", changed", changed.title());
        Machine varied = changed.variations().getFirst().of(changed);
        assertEquals(1000, varied.value("R_R"));
        assertTrue(varied.off().contains("contention"));
    }

    /// Memory and cores are chosen apart.
    @ParameterizedTest
    @CsvSource({"coherent, scalar", "coherent, out-of-order", "network, in-order", "network, scalar"})
    void anyCoresComputeOverAnyCoherentMemory(String memory, String cores) {
        String text = MachineFiles.text("cluster")
                .replace("\"memory\": \"network\"", "\"memory\": \"" + memory + '"')
                .replace("\"cores\": \"out-of-order\"", "\"cores\": \"" + cores + '"')
                .replaceAll("(?s),\\s*\"variations\".*", "\n}\n");
        if (memory.equals("coherent")) text = text.replaceAll("(?m)^  \\{\"symbol\": \"(hosts|o|a|L|w|G)\".*\n", "");
        StringBuilder more = new StringBuilder();
        for (Symbol symbol : MachineFile.architecture(memory, cores).symbols()) {
            if (text.contains("\"" + symbol.name() + "\"")) continue;
            more.append(
                    "  {\"symbol\": \"%s\", \"value\": 8, \"unit\": \"%s\", \"role\": \"ASSUMED\", \"source\": \"a test\"},%n"
                            .formatted(symbol.name(), symbol.unit()));
        }
        Machine machine = read(text.replace("\"parameters\": [\n", "\"parameters\": [\n" + more));
        long[] took = new long[1];
        try (Simulation sim = new Simulation(JobSpec.of(machine, 2, 1 << 20))) {
            sim.runOrThrow(t -> {
                t.direct().compute(Work.flops(1000).bytes(1 << 22, 1 << 22));
                took[0] = t.picos();
            });
        }
        assertTrue(took[0] > 0);
    }

    /// A host has none of the parameters and mechanisms of a network.
    @Test
    void onlyVariationsThatFitAreInherited() {
        List<String> all = MachineFiles.named("cluster").variations().stream()
                .map(v -> v.name())
                .toList();
        Machine host = read("""
                {"kind": "jshmem machine 1", "name": "host", "like": "cluster", "memory": "coherent"}
                """);
        assertTrue(host.variations().size() < all.size(), host.variations().toString());
        host.variations().forEach(variation -> variation.of(host));
        Machine same = read("""
                {"kind": "jshmem machine 1", "name": "same", "like": "cluster"}
                """);
        assertEquals(all, same.variations().stream().map(v -> v.name()).toList());
    }

    /// Numbers that are possible one by one, and with which no program can run.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            knc     | line    | 48    | line is 48 bytes; give a power of two from 8 to 2097152
            knc     | line    | 4     | line is 4 bytes; give a power of two from 8 to 2097152
            cluster | line    | 4194304 | line is 4194304 bytes; give a power of two from 8 to 2097152
            scc     | line    | 24    | line is 24 bytes; give a power of two from 8 to 2097152
            knc     | vector  | 4     | vector is 4 bytes; a vector holds a double, so give at least 8
            scc     | MPB     | 8200  | MPB is 8200 bytes, and a buffer has whole lines; give a multiple of line=32
            knc     | threads | 1e6   | cores * threads is 60000000, and a machine has at most 16777216; make one of them smaller
            cluster | hosts   | 4e6   | hosts * cores is 32000000, and a machine has at most 16777216; make one of them smaller
            scc     | tile    | 1e6   | cols * rows * tile is 24000000, and a machine has at most 16777216; make one of them smaller
            """)
    void numbersWithWhichNothingRunsAreRefused(String name, String symbol, double value, String why) {
        Machine machine = MachineFiles.named(name).with(symbol, value);
        String text = with(name, symbol, value).replaceAll("(?s),\\s*\"variations\".*", "\n}\n");
        assertTrue(refused("x", text).endsWith(": " + why), refused("x", text));
        assertEquals(
                "machine " + name + ": " + why,
                assertThrows(IllegalArgumentException.class, () -> new Simulation(JobSpec.of(machine, 2, 1 << 20)))
                        .getMessage());
    }

    /// The file of a machine with another value of a parameter.
    private static String with(String name, String symbol, double value) {
        return MachineFiles.text(name).replaceFirst("(\"symbol\": \"" + symbol + "\", \"value\": )[^,]*", "$1" + value);
    }

    @Test
    void aSymbolThatIsMissingIsNamedWithItsUnit() {
        String text = MachineFiles.text("scc").replaceAll("(?m)^  \\{\"symbol\": \"L_hop\".*\n", "");
        assertEquals("x:6: L_hop is missing: a packet through a router, in ns", refused("x", text));
    }

    @Test
    void aFileOnTheCommandLineIsAMachine() throws Exception {
        Path file = Files.createTempFile("machine", ".json");
        try {
            Files.writeString(file, with("knc", "R_R", 300));
            assertEquals(300, MachineFiles.named(file.toString()).value("R_R"));
        } finally {
            Files.delete(file);
        }
        String missing = assertThrows(IllegalArgumentException.class, () -> MachineFiles.named("no/such.json"))
                .getMessage();
        assertTrue(missing.startsWith("machine file no/such.json does not exist in /"), missing);
        assertTrue(
                missing.endsWith("; give another file, or one of %s; 'oshrun machine --check FILE' checks a file"
                        .formatted(String.join(", ", MachineFiles.names()))),
                missing);
    }

    /// The files of docs/simulator/own-machine.md: short, and what their sources print comes out.
    @Test
    void theExamplesGiveWhatTheirSourcesPrint() throws Exception {
        Machine knl = example("knl.json");
        assertEquals(256, knl.architecture().mostPes(knl));
        assertEquals(91_000, takes(knl, 2, t -> t.channel().update(Atomic.ADD, 1, 0, 8, 1)));
        Machine epiphany = example("epiphany.json");
        assertEquals(16, epiphany.architecture().mostPes(epiphany));
        long[] took = new long[2];
        for (int i = 0; i < 2; i++) {
            int target = i == 0 ? 1 : 15; // the next core, and the one in the other corner: 2 and 7 routers
            took[i] = takes(epiphany, 16, t -> t.channel().store(target, HEAP, 8, 1));
        }
        assertEquals(2 * 5 * 1500, took[1] - took[0], "there and back through 5 more routers");
    }

    private static final long HEAP = 1 << 20; // on-chip memory lies behind it

    private static Machine example(String name) throws Exception {
        Path file = Path.of("..", "examples", "machines", name);
        assertTrue(Files.readAllLines(file).size() < 60, name);
        return MachineFiles.read(file.toString());
    }

    /// Picoseconds of what PE 0 does while PE 1 holds the first line.
    private static long takes(Machine machine, int npes, Consumer<SimTransport> act) {
        long[] took = new long[1];
        try (Simulation sim = new Simulation(JobSpec.of(machine, npes, HEAP))) {
            sim.force(1, 0, 64, 1);
            sim.runOrThrow(t -> {
                if (t.pe() != 0) return;
                long start = t.picos();
                act.accept(t);
                took[0] = t.picos() - start;
            });
        }
        return took[0];
    }

    private static Machine read(String text) {
        return MachineFile.read("test", text, MachineFiles::named);
    }

    private static String refused(String file, String text) {
        return assertThrows(IllegalArgumentException.class, () -> MachineFile.read(file, text, MachineFiles::named))
                .getMessage();
    }
}
