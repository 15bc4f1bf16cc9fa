// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Cmp;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.machines.MachineFiles;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Symbol;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Links between hosts against arithmetic: the diameter of a network, the latency of a message, and the links
/// that limit an exchange between all hosts.
class InterconnectTest {
    private static final int BYTES = 1000; // a nanosecond each over a link of 1 GB/s
    private static final String NO_SOFTWARE = "cores=1 o=0 L=0 a=0 w=0 G=1000 G_link=1 ";

    /// A cluster in which nothing but links takes time, as a file would describe it.
    private static Machine machine(String links, String numbers) throws IOException {
        String parameters = Arrays.stream((NO_SOFTWARE + numbers).split(" "))
                .map(n ->
                        "{\"symbol\": \"%s\", \"value\": %s, \"unit\": \"%s\", \"role\": \"ASSUMED\", \"source\": \"a test\"}"
                                .formatted(n.split("=")[0], n.split("=")[1], unit(links, n.split("=")[0])))
                .collect(Collectors.joining(",\n"));
        Path file = Files.createTempFile("machine", ".json");
        try {
            Files.writeString(file, """
                    {"kind": "jshmem machine 1", "name": "bare", "like": "cluster", "links": "%s",
                     "parameters": [%s]}
                    """.formatted(links, parameters));
            return MachineFiles.read(file.toString()).with("t_put", 0).with("t_quiet", 0);
        } finally {
            Files.delete(file);
        }
    }

    private static String unit(String links, String symbol) {
        return Stream.concat(kind(links).symbols().stream(), Interconnect.OF_HOSTS.stream())
                .filter(s -> s.name().equals(symbol))
                .map(Symbol::unit)
                .findFirst()
                .orElse("count");
    }

    private static Interconnect kind(String links) {
        return Interconnect.values()[Interconnect.words().indexOf(links)];
    }

    /// Nanoseconds until all that each of the first `senders` hosts puts at each other host has been carried out.
    private static double exchange(Machine machine, int senders) {
        int hosts = machine.architecture().mostPes(machine);
        MemorySegment bytes = MemorySegment.ofArray(new byte[BYTES]);
        try (Simulation sim = new Simulation(SimulationSpec.of(machine, hosts, BYTES))) {
            sim.runOrThrow(t -> {
                for (int d = 1; d < hosts && t.pe() < senders; d++) {
                    t.channel().put((t.pe() + d) % hosts, 0, bytes, 0, BYTES);
                }
                t.channel().quiet();
            });
            return sim.picos() / 1000.0;
        }
    }

    /// The way of a message: it leaves its host, waits for nobody, and has come when its last byte has.
    @ParameterizedTest
    @CsvSource({
        "star, hosts=8, 2",
        "ring, hosts=8, 4",
        "torus, hosts=24 x=4 y=3 z=2, 4",
        "fat-tree, hosts=16 leaf=16 leaves=1 pods=1 spines=1 core_links=1, 2",
        "fat-tree, hosts=16 leaf=4 leaves=4 pods=1 spines=2 core_links=1, 4",
        "fat-tree, hosts=24 leaf=3 leaves=2 pods=4 spines=2 core_links=2, 6",
        "dragonfly, hosts=36 groups=6 routers=3 leaf=2 l_long=100 G_long=1, 5"
    })
    void theDiameterIsWhatTheTopologySays(String links, String numbers, int diameter) throws Exception {
        Machine machine = machine(links, "l_hop=100 " + numbers);
        Routes routes = kind(links).routes(machine);
        int hosts = routes.hosts();
        int[] path = new int[routes.longest()];
        int longest = 0;
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from == to) continue;
                int count = routes.route(from, to, path);
                longest = Math.max(longest, count);
                long distinct = Arrays.stream(path, 0, count).distinct().count();
                assertEquals(count, distinct, from + " to " + to + " takes a link twice");
                for (int i = 0; i < count; i++) assertTrue(path[i] >= 0 && path[i] < routes.links());
                assertEquals(count, routes.route(to, from, path), "the way back is as long");
            }
        }
        assertEquals(diameter, longest);
    }

    /// Each link of a torus goes on where the one before it has come to, and the last one ends at the target.
    @Test
    void aRouteThroughATorusIsConnected() {
        Torus torus = new Torus(5, 4, 3);
        int[] sizes = {5, 4, 3};
        int[] path = new int[torus.longest()];
        for (int from = 0; from < 60; from++) {
            for (int to = 0; to < 60; to++) {
                int at = from;
                int count = torus.route(from, to, path);
                for (int i = 0; i < count; i++) {
                    assertEquals(at, path[i] / 6);
                    int d = path[i] % 6 / 2;
                    int size = d == 0 ? 1 : d == 1 ? 5 : 20;
                    int here = at / size % sizes[d];
                    int next = Math.floorMod(here + (path[i] % 2 == 0 ? 1 : -1), sizes[d]);
                    at += (next - here) * size;
                }
                assertEquals(to, at);
            }
        }
    }

    @Test
    void aMessageTakesItsLinksOneAfterTheOther() throws Exception {
        Machine star = machine("star", "hosts=2 l_hop=100");
        assertEquals(BYTES + 2 * 100 - 0.0, exchange(star.with("G", 1), 1), 1, "all bytes once, two heads");
        Machine slow = machine("dragonfly", "hosts=2 groups=2 routers=1 leaf=1 l_hop=100 l_long=700 G_long=0.5");
        assertEquals(2 * BYTES + 2 * 100 + 700, exchange(slow, 1), 2, "the slowest link decides");
    }

    /// A flag fits into a gap on the last link that was too short for the 64 KiB before it.
    @Test
    void aFlagComesAfterTheLongMessageBeforeIt() throws Exception {
        Machine machine = machine(
                "dragonfly",
                "hosts=4 groups=2 routers=1 leaf=2 l_hop=0 l_long=200000 G_long=1"); // 200 us between groups
        MemorySegment bytes = MemorySegment.ofArray(new byte[64 << 10]);
        long[] end = new long[1];
        try (Simulation sim = new Simulation(SimulationSpec.of(machine, 4, 1 << 20))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 2) { // plans the link into host 0 for 200, 240 and 280 us
                    for (int i = 0; i < 3; i++) {
                        t.channel().put(0, 1 << 17, bytes, 0, BYTES);
                        t.sleep(40_000);
                    }
                } else if (t.pe() == 1) {
                    t.sleep(190_000);
                    t.channel().put(0, 64, bytes, 0, 64 << 10);
                    t.channel().signal(0, 0, 1);
                } else if (t.pe() == 0) {
                    t.await(0, 0, 8, Cmp.EQ, 1, Wait.of("in a test"));
                    end[0] = t.picos();
                }
            });
        }
        assertTrue(end[0] >= (281_000 + (64 << 10)) * 1000L, end[0] + " ps, before the data");
    }

    /// Each row: what the fullest link has to carry, in messages, when each host sends one to each other.
    @ParameterizedTest
    @CsvSource({
        "star, hosts=16, 15", // a host's own link
        "ring, hosts=16, 36", // 1 + 2 + ... + 8 hosts ahead go through each link up
        "torus, hosts=64 x=4 y=4 z=4, 48", // 16 lines' worth of 1 + 2
        "fat-tree, hosts=64 leaf=8 leaves=8 pods=1 spines=8 core_links=1, 63", // full bisection: the hosts' links
        "fat-tree, hosts=64 leaf=8 leaves=8 pods=1 spines=4 core_links=1, 112", // 8 hosts * 56 others / 4 links
        "fat-tree, hosts=64 leaf=8 leaves=8 pods=1 spines=2 core_links=1, 224", // half of that, twice the time
        "fat-tree, hosts=64 leaf=8 leaves=4 pods=2 spines=8 core_links=1, 128", // the bisection: 32 * 32 / 8
        "fat-tree, hosts=64 leaf=8 leaves=4 pods=2 spines=4 core_links=1, 256", // half of it, twice the time
        "dragonfly, hosts=32 groups=4 routers=4 leaf=2 l_long=10 G_long=0.25, 256" // 8 * 8 over a link of a quarter
    })
    void theFullestLinkLimitsAnExchange(String links, String numbers, int messages) throws Exception {
        Machine machine = machine(links, "l_hop=10 " + numbers);
        double least = messages * BYTES;
        double took = exchange(machine, machine.architecture().mostPes(machine));
        assertTrue(took >= least && took < 1.1 * least, took + " ns where links need " + least);
        double free = exchange(machine.without("queues"), machine.architecture().mostPes(machine));
        assertTrue(free < 5 * BYTES, "without queues " + free);
    }

    /// The example of docs/simulator/own-machine.md.
    @Test
    void theFatTreeOfTheExampleIsAFile() throws Exception {
        Path file = Path.of("..", "examples", "machines", "fat-tree.json");
        assertTrue(Files.readAllLines(file).size() < 60);
        Machine tree = MachineFiles.read(file.toString());
        assertEquals(16_384, tree.architecture().mostPes(tree));
        assertEquals(
                "machine fat-tree: hosts is 2000, and the fat-tree has room for leaf * leaves * pods = 1024; make these larger",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new Simulation(SimulationSpec.of(tree.with("hosts", 2000), 2, 1 << 20)))
                        .getMessage());
    }

    /// 1,024 hosts: 32 hosts of a leaf send 992 messages each through 16 links, and through 8.
    @Test
    @Tag("long")
    void theBisectionOfTheExampleLimitsAnAlltoall() throws Exception {
        Machine tree = MachineFiles.read(
                        Path.of("..", "examples", "machines", "fat-tree.json").toString())
                .with("cores", 1)
                .with("o", 0);
        for (int spines : new int[] {16, 8}) {
            double least = 32.0 * 992 / spines * BYTES / 25;
            double took = exchange(tree.with("spines", spines), 1024);
            assertTrue(took >= least && took < 1.1 * least, took + " ns where links need " + least);
        }
    }
}
