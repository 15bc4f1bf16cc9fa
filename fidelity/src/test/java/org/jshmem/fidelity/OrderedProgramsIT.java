// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.jshmem.contract.SampledRows;
import org.jshmem.gcmc.Gcmc;
import org.jshmem.microbench.Pgas;
import org.jshmem.nas.is.Is;
import org.jshmem.nas.sp.Sp;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/// The kernels and benchmarks order all that they access, where caches are coherent and where they are not; but for
/// the one that is made to lose updates.
class OrderedProgramsIT {

    @ParameterizedTest
    @SampledRows("""
            knc | 8 | is --class S
            scc | 4 | pgas put get putget --sizes 8,4k -i 10
            knc | 4 | pgas put get putget --sizes 8,4k -i 10
            knc | 4 | pgas atomics pingpong putsignal waits lock --sizes 8,4k -i 10
            """)
    void nothingIsReported(String machine, int npes, String line) {
        assertEquals(List.of(), races(machine, npes, line.split(" ")));
    }

    @ParameterizedTest
    @Tag("long")
    @SampledRows("""
            knc | 8 | is --class S --access ptr
            scc | 8 | is --class S
            scc | 4 | sp --class S
            scc | 6 | gcmc
            knc | 4 | sp --class S
            knc | 9 | sp --class S --access ptr
            knc | 6 | sp --class S
            knc | 4 | pgas strided-put random-put --sizes 8,4k -i 10
            knc | 24 | pgas barrier broadcast collect alltoall inscan reduce --sizes 8,4k -i 2
            scc | 24 | pgas barrier broadcast collect alltoall inscan reduce --sizes 8,4k -i 2
            """)
    void nothingIsReportedByLongerOnes(String machine, int npes, String line) {
        nothingIsReported(machine, npes, line);
    }

    private static List<String> races(String machine, int npes, String... line) {
        String[] args = Arrays.copyOfRange(line, 1, line.length);
        long region = Settings.shape(npes, 64 << 20, 0).regionBytes();
        try (Simulation sim = new Simulation(
                JobSpec.of(MachineFiles.named(machine), npes, region).findingRaces())) {
            sim.runProgram(_ -> {
                switch (line[0]) {
                    case "is" -> Is.main(args);
                    case "sp" -> Sp.main(args);
                    case "gcmc" -> Gcmc.main(args);
                    case "pgas" -> Pgas.main(args);
                    default -> throw new IllegalArgumentException(line[0]);
                }
            });
            sim.rethrow();
            return sim.races();
        }
    }
}
