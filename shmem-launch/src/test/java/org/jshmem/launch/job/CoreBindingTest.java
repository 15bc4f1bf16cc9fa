// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.shm.system.AllowedCores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Machines that are made up: files below a folder, as the kernel has them below /sys/devices/system.
class CoreBindingTest {
    @TempDir
    private Path machine;

    private void write(String file, String text) throws IOException {
        Path path = machine.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    /// Nodes have a list of CPUs each, empty for memory alone; `-` stands for a node that is offline.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0-3            | 0-3     | 4 | 0,1,2,3 0,1,2,3 0,1,2,3 0,1,2,3
            0-1 2-3        | 0-3     | 4 | 0,1 0,1 2,3 2,3
            0-1 2-3        | 0-3     | 3 | 0,1 0,1 2,3
            0-1 2-3        | 0-3     | 5 | 0,1 0,1 0,1 2,3 2,3
            0-1 2-3        | 0-3     | 1 | 0,1
            0-1,4-5 2-3,6-7| 0-7     | 2 | 0,1,4,5 2,3,6,7
            0 1 2 3        | 0-3     | 8 | 0 0 1 1 2 2 3 3
            0 1 2 3        | 0-3     | 2 | 0 2
            0-1 - 4-5      | 0-5     | 2 | 0,1 4,5
            0-1 '' 4-5     | 0-5     | 2 | 0,1 4,5
            0-3 4-7        | 1,4-5   | 4 | 1 1 4,5 4,5
            0-3 4-7        | 1-2     | 2 | 1,2 1,2
            """)
    void neighbouringPesShareANode(String nodes, String usable, int pes, String sets) throws IOException {
        String[] lists = nodes.split(" ");
        String online = IntStream.range(0, lists.length)
                .filter(node -> !lists[node].equals("-"))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        write("node/online", online);
        for (int node = 0; node < lists.length; node++) {
            if (!lists[node].equals("-")) write("node/node" + node + "/cpulist", lists[node].replace("''", ""));
        }
        CoreBinding binding = CoreBinding.of("numa", AllowedCores.parse(usable), machine);
        assertEquals(
                sets, IntStream.range(0, pes).mapToObj(k -> binding.set(k, pes)).collect(Collectors.joining(" ")));
    }

    /// Of two hyperthreads a core has the first one; a machine without NUMA is one node.
    @ParameterizedTest
    @CsvSource({"core, 0 1 0", "numa, '0,1,2,3 0,1,2,3 0,1,2,3'", "none, '0,1,2,3 0,1,2,3 0,1,2,3'"})
    void hyperthreadsShareACore(String what, String sets) throws IOException {
        for (int cpu = 0; cpu < 4; cpu++)
            write("cpu/cpu" + cpu + "/topology/thread_siblings_list", cpu % 2 + "," + (cpu % 2 + 2));
        CoreBinding binding = CoreBinding.of(what, AllowedCores.parse("0-3"), machine);
        assertEquals(
                sets, IntStream.range(0, 3).mapToObj(k -> binding.set(k, 3)).collect(Collectors.joining(" ")));
    }
}
