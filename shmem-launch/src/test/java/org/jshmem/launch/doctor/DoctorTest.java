// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.launch.doctor.Doctor.Finding;
import org.jshmem.launch.job.ClassArchive;
import org.jshmem.launch.job.Library;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private Finding finding(String what) {
        return new Doctor(root, Path.of("/dev/shm"))
                .findings().stream()
                        .filter(f -> f.what().equals(what))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void limitsOfAContainerAreFoundWithTheRemedy() throws IOException {
        write("proc/meminfo", "MemTotal:       67108864 kB\n");
        write("proc/self/cgroup", "0::/box\n");
        write("sys/fs/cgroup/box/memory.max", (512 << 20) + "\n");
        write("sys/fs/cgroup/box/pids.max", "100\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
        write("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max file size             1048576              unlimited            bytes
                Max processes             unlimited            unlimited            processes
                """);
        assertEquals(
                "hint  memory         512 MiB by a container's limit, of 64 GiB",
                finding("memory").toString().lines().findFirst().orElseThrow());
        assertTrue(finding("memory").remedy().contains("--memory=4g"));
        assertEquals("limited to 1 MiB", finding("file size").fact());
        assertEquals("100, threads counted: about 5 PEs", finding("processes").fact());
        assertTrue(finding("processes").remedy().contains("--jvms auto"));
        assertEquals(
                "transparent ones: never for Java heaps, none for symmetric heaps",
                finding("huge pages").fact());
        assertEquals("hint", finding("huge pages").state());
    }

    /// The number of PEs with a core each is that of `--jvms auto` and of `--bind-to core`.
    @Test
    void hyperthreadsAreNotCoresOfPes() {
        assertEquals(
                "4 usable with 8 hyperthreads: up to 4 PEs with a core each, more share them",
                Doctor.cores(8, 4, 8).fact());
        assertEquals(
                "4 usable with 8 hyperthreads, of which a container limit allows 3: up to 3 PEs with a core each, more"
                        + " share them",
                Doctor.cores(8, 4, 3).fact());
        assertEquals(
                "2 usable: up to 2 PEs with a core each, more share them",
                Doctor.cores(2, 2, 2).fact());
        assertEquals("hint", Doctor.cores(8, 4, 7).state());
        assertEquals("ok", Doctor.cores(8, 4, 8).state());
    }

    @Test
    void anUntriedJdkIsNamed() {
        assertEquals("ok", Doctor.jdk(Runtime.Version.parse("25.0.1+8")).state());
        assertTrue(
                Doctor.jdk(Runtime.Version.parse("26"))
                        .toString()
                        .endsWith(
                                "-> jshmem was tried with 25 alone; if a job fails or is slow, set JSHMEM_JAVA_HOME to a JDK 25"));
    }

    @Test
    void aFolderThatHoldsNoJobFileEndsItWithStatusOne() throws InterruptedException {
        var text = new ByteArrayOutputStream();
        var archive = new ClassArchive(Path.of(""), new Library(Doctor.class, ""));
        int status = Doctor.run(root.resolve("none"), archive, new PrintStream(text, true, StandardCharsets.UTF_8));
        String said = text.toString(StandardCharsets.UTF_8);
        assertEquals(1, status, said);
        assertTrue(said.contains("BAD   heaps' room    "), said);
        assertTrue(said.contains("hint  class archive  no folder for it"), said);
        assertTrue(said.endsWith("No job can start here until the items marked BAD are fixed.\n"), said);
    }
}
