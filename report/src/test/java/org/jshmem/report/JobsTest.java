// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class JobsTest {
    private static final Duration LONG = Duration.ofSeconds(120);

    private static List<String> shell(String script) {
        return List.of("/bin/sh", "-c", script);
    }

    @Test
    void aProgramThatHangsIsEndedWithWhatItStartedAndItsLinesAreKept() throws Exception {
        var job = Jobs.run(shell("echo one; sleep 1000 & wait"), Map.of(), Duration.ofSeconds(2));
        assertEquals(Jobs.Finished.TIMEOUT, job.status());
        assertEquals(List.of("one"), job.lines());
        assertTrue(job.seconds() < 100, job.seconds() + " s");
    }

    @Test
    void linesStatusAndEnvironmentAreThoseOfTheProgram() throws Exception {
        var job = Jobs.run(shell("echo $A; exit 3"), Map.of("A", "b"), LONG);
        assertEquals(3, job.status());
        assertEquals(List.of("b"), job.lines());
    }

    /// Ends its own JVM as Ctrl-C does, while a program runs that names itself in a file.
    static final class Stopped {
        public static void main(String[] args) throws Exception {
            long own = ProcessHandle.current().pid();
            Jobs.run(shell("echo $$ >" + args[0] + "; sleep 20 & kill " + own + "; wait"), Map.of(), LONG);
        }
    }

    @Test
    void aJvmThatIsStoppedLeavesNoFileAndNoProgram(@TempDir Path folder, @TempDir Path other) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        Path file = other.resolve("pid");
        var line = List.of(java, "-Djava.io.tmpdir=" + folder, "-cp", classes, Stopped.class.getName(), file + "");
        assertEquals(143, Jobs.run(line, Map.of(), LONG).status());
        assertEquals(List.of(), List.of(folder.toFile().list()));
        Thread.sleep(500); // the kernel ends it
        var left = ProcessHandle.of(Long.parseLong(Files.readString(file).strip()));
        assertEquals(Optional.empty(), left.flatMap(program -> program.info().command()));
    }

    @Test
    void aChangedFileMakesTheCommitDirty(@TempDir Path folder) throws Exception {
        Path inner = Files.createDirectories(folder.resolve("inner"));
        Path ours = folder.resolve(Where.OURS);
        Files.createDirectories(ours.getParent());
        Files.createFile(ours);
        Files.writeString(folder.resolve("b"), "b");
        String user = "-c user.name=n -c user.email=e@e";
        assertEquals(
                0,
                Jobs.run(
                                shell("cd " + folder + " && git init -q && git add . && git " + user + " commit -qm m"),
                                Map.of(),
                                LONG)
                        .status());
        String clean = Where.revision(folder);
        assertTrue(clean.matches("[0-9a-f]{7,}"), clean);
        Files.writeString(folder.resolve("b"), "c");
        assertEquals(clean + "-dirty", Where.revision(inner));
        Files.delete(ours);
        assertEquals("unknown", Where.revision(inner), "the repository of another project");
    }
}
