// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An installation that is moved: its class archives remember the folder of the jars for which they were made.
class MovedIT {
    @TempDir
    private Path folder;

    /// The launcher's script and its jars, as the archive of a build has them.
    private Path installed(String name) throws IOException {
        Path bin = Files.createDirectories(folder.resolve(name).resolve("bin"));
        Path lib = Files.createDirectories(folder.resolve(name).resolve("lib"));
        Files.copy(Launch.root().resolve("bin/oshrun"), bin.resolve("oshrun"), StandardCopyOption.COPY_ATTRIBUTES);
        String jars = Launch.oshrun("classpath").run().out().strip();
        for (String jar : jars.split(":")) {
            Path file = Path.of(jar);
            Files.copy(file, lib.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return bin.getParent();
    }

    private Path archive() throws IOException {
        try (var files = Files.walk(folder.resolve("cache"))) {
            return files.filter(file -> file.endsWith("pe.jsa")).findFirst().orElseThrow();
        }
    }

    private void assertRuns(Path installation, String... options) {
        String words = " -np 1 " + String.join(" ", options) + " hello";
        Launched run = Launch.shell(installation.resolve("bin/oshrun") + words)
                .variable("XDG_CACHE_HOME", folder.resolve("cache").toString())
                .run();
        assertEquals("Hello from PE 0 of 1\n", run.out(), run::toString);
        assertEquals("", run.err());
        run.assertStatus(0);
    }

    @Test
    void anInstallationRunsAfterItWasMoved() throws IOException {
        Path first = installed("first");
        assertRuns(first);
        assertTrue(Files.exists(folder.resolve("cache/jshmem")), "it has made its archives");
        FileTime made = Files.getLastModifiedTime(archive());
        assertRuns(first, "-J -XX:+UseParallelGC");
        assertEquals(made, Files.getLastModifiedTime(archive()), "each change of the collector makes an archive");
        Path second = Files.move(first, folder.resolve("second"));
        assertRuns(second);
    }

    /// The job that lists the classes for an archive runs here, and not on the nodes of an allocation.
    @Test
    void anArchiveIsMadeInAnAllocationToo() throws IOException {
        Launched run = Launch.shell(installed("plain") + "/bin/oshrun trace none")
                .variable("XDG_CACHE_HOME", folder.resolve("cache").toString())
                .variable("SLURM_JOB_NUM_NODES", "2")
                .variable("SLURM_JOB_NODELIST", "node[1-2]")
                .variable("SLURM_TASKS_PER_NODE", "1(x2)")
                .run();
        run.assertStatus(2);
        assertEquals("trace: none does not exist; name another file\n", run.err());
        assertTrue(Files.exists(archive()));
    }

    /// cron, ssh and containers often set no locale. The name is written by the shell, as the test may have none
    /// either.
    @Test
    void anInstallationBelowANonAsciiNameRunsWithoutALocale() throws IOException {
        Path plain = installed("plain");
        Path program = Files.writeString(plain.resolve("Plain.java"), """
                public class Plain {
                    public static void main(String[] args) {
                        org.jshmem.Shmem.run(args, (sh, a) -> System.out.println("ran"));
                    }
                }
                """);
        Launched run = Launch.shell("cd " + folder + " && name=$(printf 'h\\303\\266her') && mv plain $name && cd $name"
                        + " && bin/oshrun -np 1 " + program.getFileName()
                        + "; status=$?; cd .. && mv $name plain; exit $status")
                .variable("LC_ALL", "C")
                .variable("XDG_CACHE_HOME", folder.resolve("cache").toString())
                .run();
        assertEquals("ran\n", run.out(), run::toString);
        assertEquals("", run.err());
        run.assertStatus(0);
    }
}
