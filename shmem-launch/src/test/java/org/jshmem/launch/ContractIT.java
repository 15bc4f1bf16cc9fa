// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/// The contracts with processes as PEs.
class ContractIT {
    private static final String[] ALL = ("Transports Collectives Lifecycle Heap Rma Atomics Waits"
                    + " NamedObjects Teams Movement Arithmetic Locks Mailboxes EveryName HandleNames")
            .split(" ");

    @Test
    void processesKeepTheContracts() {
        run(2, List.of("--jvms", "2"), ALL);
    }

    /// Two PEs or more to a JVM, by turns on one thread: the contracts start threads, so the launcher has to be told.
    @Test
    void pesThatTakeTurnsKeepTheContracts() {
        int npes = Runtime.getRuntime().availableProcessors() + 2;
        run(npes, List.of("--jvms", "2", "-J", "-Djshmem.carried=true"), ALL);
    }

    /// Processes, and JVMs of up to eight PEs in blocks that may not come out even: every test
    /// finds its number of PEs.
    @ParameterizedTest
    @SampledRows("4 | 4\n4 | 2\n1 | 1\n2 | 1\n3 | 1\n5 | 2\n7 | 3\n8 | 1")
    @Tag("long")
    void morePesThanCoresKeepTheContracts(int npes, int jvms) {
        run(npes, List.of("--jvms", Integer.toString(jvms)), ALL);
    }

    @Test
    @Tag("long")
    void sixtyFourPesRunRandomPrograms() {
        run(64, List.of("--jvms", "2"), "Rma", "Atomics");
    }

    private static void run(int npes, List<String> options, String... contracts) {
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(npes), "-cp", Launch.classPath()));
        command.addAll(options);
        long seed = Samples.seedOfCases() + npes; // other quarters of the cases on other numbers
        command.addAll(List.of("-J", "-D" + Samples.SEED_PROPERTY + "=" + seed));
        command.addAll(List.of("--heap", "16m", "--timeout", "60s", ContractProgram.class.getName()));
        command.addAll(List.of(contracts));
        Ended job = Launch.oshrun(command.toArray()).run(0);
        for (String contract : contracts) {
            String line = contract + ": \\d+ of [1-9]\\d* tests on " + npes + " PEs";
            assertTrue(Pattern.compile(line).matcher(job.out()).find(), job::toString);
        }
    }
}
