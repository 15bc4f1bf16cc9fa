// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        run(npes, "transport", "collective", "random");
    }

    @Test
    void sixtyFourProcessesRunRandomPrograms() {
        run(64, "random");
    }

    private static void run(int npes, String... contracts) {
        String[] command = new String[5 + contracts.length];
        System.arraycopy(contracts, 0, command, 5, contracts.length);
        command[0] = "-np";
        command[1] = Integer.toString(npes);
        command[2] = "--timeout";
        command[3] = "60s";
        command[4] = ContractProgram.class.getName();
        Launched job = Launched.oshrun(command);
        assertEquals(0, job.status(), job::toString);
        for (String contract : contracts) {
            String line = "(?s).*" + contract + ": [1-9]\\d* tests on " + npes + " PEs\n.*";
            assertEquals(true, job.out().matches(line), job::toString);
        }
    }
}
