// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineTest {
    private static final List<String> LAUNCHER = List.of("java", "Oshrun", "--placement");
    private static final String LIST =
            "MPI plugin types are...\n\tnone\n\tpmi2\n\tpmix\nspecific pmix plugin versions available: pmix_v4\n";
    private static final String OLD_LIST = "srun: MPI types are...\nsrun: pmi2\nsrun: pmix_v2\nsrun: pmix_v3\n";

    private static String line(Engine engine) {
        String names =
                "SHMEM_INFO,JSHMEM_ENGINE,SMA_VERSION,UCX_TLS,CLASSPATH,JAVA_HOME,JAVA_TOOL_OPTIONS,HOME,LC_ALL,MINE,A B";
        Map<String, String> variables =
                Stream.of(names.split(",")).collect(Collectors.toMap(name -> name, name -> "1"));
        return String.join(" ", engine.line(List.of("a", "b"), LAUNCHER, variables, Set.of("MINE", "A B")));
    }

    private static String refusal(String command, boolean isSlurm, String answer) {
        return assertThrows(Refused.class, () -> Engine.identify(command, isSlurm, answer))
                .getMessage();
    }

    /// A killed launcher ends the job at once, and no process is bound to one core.
    @ParameterizedTest
    @CsvSource({
        "mpirun,  mpirun (Open MPI) 4.1.4,   '--mca odls_base_sigkill_timeout 0 --mca ess_base_forward_signals SIGURG,SIGXCPU,SIGPWR'",
        "/x/mpirun,  mpirun (Open MPI) 5.0.5,   --mca odls_base_sigkill_timeout 0 --mca ess_base_forward_signals SIGURG ",
        "prterun, prterun (PRRTE) 3.0.6, ''",
        "prterun, prterun (PRTE) 2.0.0, ''",
    })
    void anEngineWithALoginStartsALauncherOnEachHost(String command, String version, String own) {
        assertEquals(
                command + " " + (own.isEmpty() ? "" : own + " ")
                        + "--bind-to none -x CLASSPATH -x JAVA_HOME -x JAVA_TOOL_OPTIONS -x JSHMEM_ENGINE -x LC_ALL -x MINE"
                        + " -x SHMEM_INFO -x SMA_VERSION -x UCX_TLS --host a:1,b:1 -np 2 --map-by ppr:1:node"
                        + " java Oshrun --placement",
                line(Engine.identify(command, false, version)));
    }

    @Test
    void srunUsesThePluginThatItHas() {
        String line =
                "srun --mpi=%s --nodes=2 --ntasks=2 --ntasks-per-node=1 --cpu-bind=none --overlap --mem=0 --kill-on-bad-exit=1"
                        + " --export=ALL --nodelist=a,b java Oshrun --placement";
        assertEquals(line.formatted("pmix"), line(Engine.identify("srun", true, LIST)));
        assertEquals(line.formatted("pmix_v3"), line(Engine.identify("srun", true, OLD_LIST)));
        assertTrue(
                refusal("srun", true, "none pmi2").startsWith("srun does not start PMIx clients, 'srun --mpi=list'"));
    }

    @Test
    void enginesThatServeNoPmixClientsAreRefusedByName() {
        assertEquals(
                "mpirun does not start PMIx clients, it is of Intel MPI; name another engine by JSHMEM_ENGINE, such as"
                        + " /usr/bin/mpirun of Open MPI, or install it and UCX on all hosts: 'apt install openmpi-bin"
                        + " libucx0' on Debian and Ubuntu, 'dnf install openmpi ucx' on Fedora and RHEL, where"
                        + " 'module load mpi' then adds it to PATH",
                refusal("mpirun", false, "Intel(R) MPI Library for Linux* OS, Version 2021.13"));
        assertTrue(refusal("m", false, "HYDRA build details:").contains("it is of MPICH"));
        assertTrue(refusal("m", false, "usage").contains("it is unknown"));
    }

    @Test
    void aLauncherOfWhichAnEngineHasStartedCopiesIsRefused() {
        Engine.refuseCopies(Map.of("OMPI_COMM_WORLD_SIZE", "1", "SLURM_STEP_NUM_TASKS", "1"));
        Map<String, String> four = new HashMap<>(Map.of("SLURM_STEP_NUM_TASKS", "4"));
        assertEquals(
                "SLURM_STEP_NUM_TASKS=4: mpirun or srun has started 4 copies of oshrun, and each would start all PEs;"
                        + " start oshrun alone, with --hosts for several hosts, or let mpirun start the command that"
                        + " --argfile prints",
                assertThrows(Refused.class, () -> Engine.refuseCopies(four)).getMessage());
        Engine.forgetCopies(four);
        Engine.refuseCopies(four);
    }

    @Test
    void theVariableNamesTheEngine() {
        for (String mpich : List.of("mpirun.mpich", "mpiexec.mpich")) {
            assumeTrue(ChildProcess.isOnPath(mpich), "needs MPICH");
            String refusal = assertThrows(Refused.class, () -> Engine.find(Map.of(Engine.VARIABLE, mpich)))
                    .getMessage();
            assertTrue(refusal.startsWith(mpich + " does not start PMIx clients, it is of MPICH; "), refusal);
        }
        assumeTrue(ChildProcess.isOnPath("mpirun.openmpi"), "needs Open MPI");
        Engine engine = Engine.find(Map.of(Engine.VARIABLE, "mpirun.openmpi"));
        assertFalse(engine.isSlurm());
        assertEquals("mpirun.openmpi", engine.command());
        String none = assertThrows(Refused.class, () -> Engine.find(Map.of(Engine.VARIABLE, "/none/mpirun")))
                .getMessage();
        assertTrue(none.startsWith("JSHMEM_ENGINE '/none/mpirun' cannot be started, "), none);
    }

    /// Started on paper: 65,536 PEs. The kernel limits one word to 128 KiB, and all together to 2 MiB.
    @Test
    void linesForAThousandHostsAreShort() {
        List<Slots> slots = IntStream.range(0, 1024)
                .mapToObj(k -> new Slots("node%04d.cluster.example.org".formatted(k), 64))
                .toList();
        Placing placing = Placing.of(slots, 65_536, 0, false);
        assertEquals(1024, placing.names().size());
        List<String> words = List.of("-np", "65536", "-cp", "x".repeat(10_000), "hello");
        String variable = JobWords.VARIABLE + "=" + new JobWords(Placing.text(slots), words).text();
        assertTrue(variable.length() < 128 << 10, variable.length() + " bytes");
        List<String> launcher = Collections.nCopies(20, "y".repeat(500));
        for (String answer : List.of("mpirun (Open MPI) 4.1.4", "prterun (PRRTE) 3.0.6", LIST)) {
            List<String> line = Engine.identify("e", answer.equals(LIST), answer)
                    .line(placing.names(), launcher, Map.of(), Set.of());
            int longest = line.stream().mapToInt(String::length).max().orElseThrow();
            assertTrue(longest < 128 << 10, longest + " bytes in a word");
            String all = line.stream().collect(Collectors.joining(" "));
            assertTrue(all.length() < 64 << 10, all.length() + " bytes");
        }
        Placing inRounds = Placing.of(slots, 65_536, 0, true);
        int[] hosts = inRounds.hostsOf(placing.names().reversed());
        assertEquals(1023, hosts[0]);
        assertEquals(64, inRounds.pes(hosts[0]).count());
    }
}
