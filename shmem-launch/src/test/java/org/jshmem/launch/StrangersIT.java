// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.launch.programs.Hang;
import org.jshmem.shm.ShmProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What another user of the machine can do to a running job: nothing. Needs root, who alone can be somebody else.
class StrangersIT {
    private static final String NOBODY = "65534";

    private Process job;
    private long pe;
    private String file;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        assumeTrue(System.getProperty("user.name").equals("root"), "needs root, to act as another user");
        job = Launch.program(2, Hang.class).builder().redirectErrorStream(true).start();
        var out = new BufferedReader(new InputStreamReader(job.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null && !line.equals("up"); ) line = out.readLine();
        List<Long> pes = List.copyOf(Leftovers.pes(job.pid()));
        assertFalse(pes.isEmpty(), "the job runs");
        pe = pes.getFirst();
        String environment = Files.readString(Path.of("/proc/" + pe + "/environ"), StandardCharsets.ISO_8859_1);
        file = List.of(environment.split("\0")).stream()
                .filter(v -> v.startsWith(ShmProvider.JOB_VARIABLE + "="))
                .findFirst()
                .orElseThrow()
                .substring(ShmProvider.JOB_VARIABLE.length() + 1);
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (job == null) return;
        job.destroy();
        if (!job.waitFor(600, TimeUnit.SECONDS)) job.destroyForcibly();
    }

    /// The status of a shell line that nobody runs.
    private static int asNobody(String line) throws IOException, InterruptedException {
        return new ProcessBuilder("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "sh", "-c", line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void anotherUserCanNeitherReadNorFillNorJoinNorEndAJob() throws Exception {
        assertEquals(0, asNobody("true"), "nobody can run a shell at all");
        assertEquals(0, new ProcessBuilder("head", "-c", "8", file).start().waitFor(), "its own user can read it");
        assertNotEquals(0, asNobody("head -c 8 " + file), "read");
        assertNotEquals(0, asNobody("printf x >> " + file), "filled");
        assertNotEquals(0, asNobody("head -c 8 /proc/" + pe + "/mem"), "read through the process");
        assertNotEquals(0, asNobody("cat /proc/" + pe + "/environ"), "saw where the job file is");
        assertNotEquals(0, asNobody("kill -TERM " + pe), "ended a PE");
        assertNotEquals(0, asNobody("kill -TERM " + job.pid()), "ended the launcher");
        assertTrue(job.isAlive());
    }

    /// What `ps` shows to everybody: how to start a PE, and nothing that would let one join.
    @Test
    void commandLinesNameNeitherTheJobFileNorAKey() throws Exception {
        for (long process : new long[] {pe, job.pid()}) {
            String line = Files.readString(Path.of("/proc/" + process + "/cmdline"), StandardCharsets.ISO_8859_1);
            assertFalse(line.contains(file), line);
            assertFalse(line.contains(ShmProvider.JOB_VARIABLE), line);
        }
    }

    /// A link that somebody has laid where a launcher keeps its things is not followed, and what it points to stays.
    @Test
    void linksInASharedFolderAreNotFollowed() throws Exception {
        Path shared = Files.createTempDirectory("strangers");
        Path target = Files.createDirectory(shared.resolve("target"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(target.resolve("kept"), "x");
        Path lock = Files.createFile(target.resolve("lock"));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(10))); // no launcher's any more
        Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
        Path link = Files.createSymbolicLink(tmp.resolve("jshmem-scratch-999999999-1"), target);
        Path job = Files.createSymbolicLink(shared.resolve("jshmem-0123456789abcdef"), target);
        try {
            Launched run =
                    Launch.oshrun("-np", 2, "--heap-dir", shared, "hello").run();
            assertEquals(0, run.status(), run::toString);
            assertTrue(Files.exists(target.resolve("kept")));
        } finally {
            for (Path each : List.of(link, job, target.resolve("kept"), lock, target, shared))
                Files.deleteIfExists(each);
        }
    }
}
