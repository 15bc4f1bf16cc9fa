// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Acts;
import org.jshmem.shm.ShmProvider;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;

/// What another user of a host can do to a running job: nothing. Needs root, who alone can be somebody else.
class StrangersIT {
    private static final String NOBODY = "65534";

    /// After it a job ends with a report: where it stands, should one not get to where it stays.
    private static final String LONGEST = "120s";

    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    private Process start(boolean twoHosts) throws IOException {
        if (!twoHosts) {
            return Launch.program(2, Acts.class, "hang")
                    .with("--time-limit", LONGEST)
                    .builder()
                    .redirectErrorStream(true)
                    .start();
        }
        String acts = Acts.class.getName();
        return hosts.start("-np", "2", "--hosts", hosts.with(1, 1), "--time-limit", LONGEST, acts, "hang");
    }

    /// The status of a shell line that nobody runs, in the network of the first host.
    private int asNobody(String line) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", hosts.a));
        command.addAll(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "sh", "-c", line));
        return Ended.of(command).status();
    }

    private static String contents(long pid, String file) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
    }

    /// The job file that a process was told of; null where it was told of none.
    private static String jobFile(long pid) throws IOException {
        String name = ShmProvider.JOB_VARIABLE + "=";
        return Stream.of(contents(pid, "environ").split("\0"))
                .filter(variable -> variable.startsWith(name))
                .map(variable -> variable.substring(name.length()))
                .findFirst()
                .orElse(null);
    }

    /// `ps` shows everybody how to start a PE, and nothing that would let one join.
    @ParameterizedTest
    @SampledRows("false\ntrue")
    void anotherUserCanNeitherReadNorFillNorJoinNorEndAJob(boolean twoHosts) throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "needs root, to act as another user");
        Process job = start(twoHosts);
        try {
            var out = job.inputReader(StandardCharsets.UTF_8);
            var said = new StringBuilder();
            for (int up = 0; up < 2; ) {
                String line = out.readLine();
                assertNotNull(line, () -> "the job has ended: " + said);
                said.append(line).append('\n');
                if (line.equals("up")) up++;
            }
            assertEquals(0, asNobody("true"), "nobody can run a shell at all");
            Set<String> files = new HashSet<>();
            List<ProcessHandle> all = job.descendants().toList();
            for (ProcessHandle process : all) {
                long pid = process.pid();
                String file = jobFile(pid);
                if (file != null) files.add(file);
                assertNotEquals(0, asNobody("head -c 8 /proc/" + pid + "/mem"), "read through the process");
                assertNotEquals(0, asNobody("cat /proc/" + pid + "/environ"), "saw where the job file is");
                assertNotEquals(0, asNobody("kill -TERM " + pid), "ended a PE or an agent");
            }
            assertEquals(twoHosts ? 2 : 1, files.size(), files::toString);
            for (String file : files) {
                assertEquals(
                        0, new ProcessBuilder("head", "-c", "8", file).start().waitFor(), "its user can read it");
                assertNotEquals(0, asNobody("head -c 8 " + file), "read");
                assertNotEquals(0, asNobody("printf x >> " + file), "filled");
                for (ProcessHandle process : all) {
                    String line = contents(process.pid(), "cmdline");
                    assertFalse(line.contains(file) || line.contains(ShmProvider.JOB_VARIABLE), line);
                }
            }
            assertNotEquals(0, asNobody("kill -TERM " + job.pid()), "ended the launcher");
            assertTrue(job.isAlive());
        } finally {
            job.destroy();
            if (!job.waitFor(600, TimeUnit.SECONDS)) job.destroyForcibly();
        }
    }
}
