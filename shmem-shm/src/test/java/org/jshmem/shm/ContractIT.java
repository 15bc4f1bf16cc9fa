// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contracts with processes as PEs.
@Timeout(150)
class ContractIT {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8})
    void processesKeepTheContracts(int npes) {
        run(
                npes,
                "transport",
                "collective",
                "random",
                "lifecycle",
                "heap",
                "rma",
                "atomics",
                "waits",
                "teams",
                "movement",
                "arithmetic",
                "refusals",
                "locks",
                "circles",
                "every-name");
    }

    @Test
    void sixtyFourProcessesRunRandomPrograms() {
        run(64, "random");
    }

    private static void run(int npes, String... contracts) {
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(npes), "-cp", Launch.classPath()));
        command.addAll(List.of("--heap", "16m", "--timeout", "60s", ContractProgram.class.getName()));
        command.addAll(List.of(contracts));
        Launched job = Launch.oshrun(command.toArray()).run();
        assertEquals(0, job.status(), job::toString);
        for (String contract : contracts) {
            String line = "(?s).*" + contract + ": [1-9]\\d* tests on " + npes + " PEs\n.*";
            assertTrue(job.out().matches(line), job::toString);
        }
    }
}
