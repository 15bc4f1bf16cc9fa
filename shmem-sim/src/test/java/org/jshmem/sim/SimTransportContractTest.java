// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.TransportContract;
import org.jshmem.sim.machine.MachineFiles;

/// The transport's contract in virtual time.
class SimTransportContractTest extends TransportContract {
    /// On what.
    protected String machine() {
        return "knc";
    }

    @Override
    protected void run(int npes, Body body) throws Exception {
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named(machine()), npes, START + BYTES))) {
            List<Throwable> thrown =
                    new ArrayList<>(); // apart from the job's failure: some bodies end the job and pass
            sim.run(t -> {
                try {
                    t.enter();
                    body.run(t);
                    t.leave();
                } catch (Throwable e) {
                    thrown.add(e);
                }
            });
            for (Throwable e : thrown) assertDoesNotThrow(() -> raise(e));
        }
    }

    private static void raise(Throwable e) throws Throwable {
        throw e;
    }
}
