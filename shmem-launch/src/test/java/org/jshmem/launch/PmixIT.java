// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Acts;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// PEs that `mpirun` of Open MPI starts, without `oshrun`: it is a PMIx server.
class PmixIT {
    private static final String LIBRARY = "ldconfig -p | sed -n 's/.*libpmix\\.so\\.2 .*=> //p' | head -n 1";

    private static String library = "";

    @TempDir
    private Path folder;

    @BeforeAll
    static void findServerAndLibrary() {
        library = Launch.shell(LIBRARY).run().out().strip();
        assumeTrue(isPossible(), "needs mpirun and libpmix.so.2");
    }

    /// Whether there are a server and the library of its clients.
    static boolean isPossible() {
        boolean server = Launch.shell("command -v mpirun").run().status() == 0;
        return server && !Launch.shell(LIBRARY).run().out().isBlank();
    }

    /// Also of more processes than cores.
    @Test
    void eachProcessIsAPe() {
        Ended run = Launch.mpirun(5, Hello.class).run(0);
        assertEquals(HelloIT.greetings(5), run.sorted(), run::toString);
        assertFalse(run.err().contains("PE "), run::toString);
        assertEquals(Set.of(), Leftovers.files(0));
    }

    @Test
    @Tag("long")
    void infoSaysHowTheJobWasStarted() {
        Ended run = Launch.mpirun(2, Hello.class).variable("SHMEM_INFO", "1").run(0);
        String line = "Started by a PMIx server, job \\d+ \\(client OpenPMIx \\S+\\): 2 PEs on \\d+ cores?";
        assertEquals(1, run.out().lines().filter(l -> l.matches(line)).count(), run::toString);
    }

    @Test
    void theArgumentFileHasTheOptionsOfAPe() throws IOException {
        Path file = folder.resolve("pe.args");
        Ended written = Launch.oshrun("-np", 2, "--argfile", file, "hello").run(0);
        assertTrue(written.out().endsWith("/bin/java @" + file + "\n"), written::toString);
        assertTrue(Files.readAllLines(file).contains("\"--enable-native-access=ALL-UNNAMED\""));
        Ended run = Launch.mpirun(2, written.out().strip().split(" ")).run(0);
        assertEquals(HelloIT.greetings(2), run.sorted(), run::toString);
        assertEquals("", run.err(), run::toString);
    }

    @Test
    void aHeapThatDoesNotFitIsRefusedOnce() {
        Ended run = Launch.mpirun(2, Hello.class)
                .variable("SHMEM_SYMMETRIC_SIZE", "9000g")
                .run(2);
        List<String> said =
                run.err().lines().filter(line -> line.startsWith("PE ")).toList();
        assertEquals(1, said.size(), run::toString);
        assertTrue(said.getFirst().startsWith("PE 0: /dev/shm has room for "), run::toString);
        assertTrue(said.getFirst().contains("; lower --heap (SHMEM_SYMMETRIC_SIZE) or "), run::toString);
    }

    @Test
    void variablesWithoutAServerAreNamed() {
        Ended run = orphan(Launch.java(Hello.class));
        run.assertErr("PE 0: PMIx_Init fails, UNREACHABLE (-25); PMIX_RANK and PMIX_NAMESPACE are set, so start"
                + " this process by mpirun, prterun or srun --mpi=pmix, or unset both\n");
    }

    @Test
    void aMissingLibraryIsNamed() {
        String hidden = "unshare -rm sh -ec 'mount --bind /dev/null %s; exec \"$@\"' sh ".formatted(library);
        assumeTrue(Launch.shell(hidden + "true").run().status() == 0, "needs user namespaces");
        String java = String.join(" ", Launch.java(Hello.class).builder().command());
        Ended run = orphan(Launch.shell(hidden + java));
        run.assertErr("PE 0: a PMIx server has started this process, and libpmix.so.2 is not installed;");
    }

    private static Ended orphan(Launch launch) {
        Ended run = launch.variable("PMIX_NAMESPACE", "none")
                .variable("PMIX_RANK", "0")
                .run(1);
        assertEquals("", run.out(), run::toString);
        return run;
    }

    /// `mpirun` has no time to end its processes.
    @Test
    @Tag("long")
    void theJobFileIsPrivateAndAKilledServerLeavesNothing() throws Exception {
        String mark = "mark-" + System.nanoTime();
        Path last = folder.resolve("last");
        Process server = Launch.mpirun(3, Launch.intoFile(last, Acts.class, "hang", mark))
                .variable(Launch.MPIRUN_FOLDER, folder.toString()) // what mpirun itself leaves
                .builder()
                .start();
        try {
            try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
                for (int up = 0; up < 3; ) {
                    String line = out.readLine();
                    assertNotNull(
                            line, () -> server.errorReader().lines().toList().toString());
                    if (line.equals("up")) up++;
                }
            }
            Set<Long> pes = Leftovers.processesWith(mark);
            pes.remove(server.pid());
            assertEquals(3, pes.size());
            assertEquals(Set.of(), Leftovers.files(0));
            for (long pe : pes) {
                List<Path> files = jobFiles(pe);
                assertFalse(files.isEmpty(), "PE without a job file");
                for (Path file : files) { // its maker has it open twice
                    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
                }
            }
            server.destroyForcibly();
            server.waitFor();
            Leftovers.awaitNoneWith(mark);
            List<String> lines = Files.readAllLines(last).stream()
                    .filter(line -> line.startsWith("PE "))
                    .toList();
            String line = "PE \\d/3: its PMIx server, process %d, has ended, and so this PE ends with status 137; .*";
            assertEquals(3, lines.size(), lines::toString);
            for (String each : lines) assertTrue(each.matches(line.formatted(server.pid())), each);
        } finally {
            server.destroyForcibly();
        }
    }

    /// The files in shared memory that a process holds open, none of which has a name.
    static List<Path> jobFiles(long pid) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (!Files.isSymbolicLink(descriptor)) continue;
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("/dev/shm/#") && target.endsWith(" (deleted)")) found.add(descriptor);
            }
        }
        return found;
    }
}
