// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostlistTest {
    @TempDir
    private Path folder;

    private static String refused(Runnable call) {
        return assertThrows(Refused.class, call::run).getMessage();
    }

    private Path file(String text) {
        try {
            return Files.writeString(folder.resolve("hosts"), text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHostfileHasALineForEachHostOrForEachSlot() {
        Path file = file("# two\na slots=8\n\nb   slots = 2 # the small one\nc\n");
        assertEquals(List.of(new Slots("a", 8), new Slots("b", 2), new Slots("c", 1)), Hostlist.file(file));
        assertEquals(List.of(new Slots("n1", 2), new Slots("n2", 1)), Hostlist.file(file("n1\nn2\nn1\n")));
        file("a:8\n");
        assertEquals(
                "--hostfile " + file + ": 'a:8' is not a host; write lines 'host slots=N'",
                refused(() -> Hostlist.file(file)));
        file("a b c\n");
        assertEquals(
                "--hostfile " + file + ": 'a b c' is not a host; write lines 'host slots=N'",
                refused(() -> Hostlist.file(file)));
    }

    @Test
    void slotsThatAddUpToMoreThanANumberHoldsAreTheLargestNumber() {
        assertEquals(List.of(new Slots("a", 3)), Hostlist.parse("a:2,a:1"));
        Path file = file("a slots=2000000000\na slots=2000000000\n");
        assertEquals(List.of(new Slots("a", Integer.MAX_VALUE)), Hostlist.file(file));
    }

    @Test
    void aHostfileThatIsNotTextIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("binary"), new byte[] {'a', (byte) 0xff, '\n'});
        assertEquals(
                "--hostfile " + file + " cannot be read, it is not text; give a text file with a host in each line",
                refused(() -> Hostlist.file(file)));
    }

    @Test
    void anAllocationOfSlurmSaysHowManyTasksEachNodeHas() {
        assertEquals(
                List.of(new Slots("n1", 8), new Slots("n2", 8), new Slots("n3", 4)),
                Hostlist.allocation(List.of("n1", "n2", "n3"), "8(x2),4"));
        assertEquals(List.of(), Hostlist.allocated(Map.of()));
        for (String tasks : List.of("8(x99999999999)", "8(x0)", "eight")) {
            assertEquals(
                    "cannot parse SLURM_TASKS_PER_NODE=" + tasks + "; name the hosts by --hosts",
                    refused(() -> Hostlist.allocation(List.of("n1"), tasks)));
        }
    }

    @Test
    void filesOfOtherBatchSystemsAreRead() {
        String nodes = file("n1\nn1\nn2\n").toString();
        List<Slots> expected = List.of(new Slots("n1", 2), new Slots("n2", 1));
        assertEquals(expected, Hostlist.allocated(Map.of("PBS_NODEFILE", nodes)));
        assertEquals(expected, Hostlist.allocated(Map.of("LSB_DJOB_HOSTFILE", nodes)));
        String queues =
                file("n1 2 all.q@n1 UNDEFINED\nn2 1 all.q@n2 UNDEFINED\n").toString();
        assertEquals(expected, Hostlist.allocated(Map.of("PE_HOSTFILE", queues)));
        assertEquals(
                "PBS_NODEFILE /none does not exist; name the hosts by --hosts, or unset the variable",
                refused(() -> Hostlist.allocated(Map.of("PBS_NODEFILE", "/none"))));
        String one = file("n1\nn1\n").toString();
        assertEquals(List.of(), Hostlist.allocated(Map.of("PBS_NODEFILE", one)), "a job on one host runs here");
    }
}
