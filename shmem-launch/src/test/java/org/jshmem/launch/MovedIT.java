// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Tag;
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

    private Launch in(Path installation, String words) {
        return Launch.shell(installation.resolve("bin/oshrun") + words)
                .variable("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    private Ended assertRuns(Path installation, String... options) {
        Ended run = in(installation, " -np 1 " + String.join(" ", options) + " hello")
                .run();
        assertEquals("Hello from PE 0 of 1\n", run.out(), run::toString);
        run.with(0);
        return run;
    }

    /// A build of some modules leaves an archive that does not fit their jars, and JVMs take none of its classes. The
    /// jobs that list the classes run here, and not on the nodes of an allocation.
    @Test
    @Tag("long")
    void anInstallationRunsWithoutAnArchiveThatDoesNotFit() throws IOException {
        // the JDK gives no arguments of a process whose command line is longer than a page
        Path first = installed("a-folder-with-a-name-that-makes-command-lines-longer-than-a-page-".repeat(2));
        String missing = "oshrun: there is no class archive for this JDK and this build, so JVMs start slowly; oshrun"
                + " doctor makes one\n";
        assertEquals(missing, assertRuns(first).err());
        Path none;
        try (var files = Files.walk(folder.resolve("cache"))) {
            none = files.filter(file -> file.endsWith("none")).findFirst().orElseThrow();
        }
        Path old = Files.createFile(none.resolveSibling("jshmem.jsa"));
        for (Path file : List.of(none, old)) Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        assertEquals(missing, assertRuns(first).err());
        assertEquals("", assertRuns(first).err());
        Ended doctor = in(first, " doctor")
                .variable("SLURM_JOB_NUM_NODES", "2")
                .variable("SLURM_JOB_NODELIST", "node[1-2]")
                .variable("SLURM_TASKS_PER_NODE", "1(x2)")
                .run();
        doctor.assertOut("ok    class archive  in " + folder);
        Ended archived = in(first, " -np 2 hello")
                .variable("JAVA_TOOL_OPTIONS", "-Xlog:class+load")
                .run();
        archived.assertOut("org.jshmem.launch.Oshrun source: shared objects file");
        assertRuns(first, "-J -XX:+UseParallelGC");
        assertRuns(Files.move(first, folder.resolve("second")));
    }

    /// The Java of the archive lies next to `bin` and has the class archives, which are made where the archive is
    /// packed. On a machine where this Java cannot run, another one is looked for.
    @Test
    @Tag("long")
    void anInstallationWithAJavaOfItsOwnIsMovedWithItsClassArchives() throws IOException {
        Path packed = installed("packed");
        Path java = Files.createDirectory(packed.resolve("java"));
        for (String part : List.of("bin", "conf", "lib", "release")) {
            Files.createSymbolicLink(java.resolve(part), Path.of(System.getProperty("java.home"), part));
        }
        in(packed, " doctor").run();
        Path unpacked = Files.move(packed, folder.resolve("unpacked"));
        Ended shared = in(unpacked, " -np 2 --jvms 2 hello")
                .variable("JAVA_TOOL_OPTIONS", "-Xlog:class+load")
                .run(0);
        for (String type : List.of("launch.Oshrun", "launch.Hello")) {
            shared.assertOut("org.jshmem." + type + " source: shared objects file");
        }
        assertEquals("", assertRuns(unpacked).err());
        Path uname = Files.writeString(folder.resolve("uname"), "#!/bin/sh\necho aarch64\n");
        Files.setPosixFilePermissions(uname, PosixFilePermissions.fromString("rwx------"));
        Ended other = in(unpacked, " --version")
                .variable("PATH", folder + ":" + System.getenv("PATH"))
                .run(0);
        assertFalse(other.out().contains(unpacked + "/java"), other::toString);
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
        Ended run = Launch.shell("cd " + folder + " && name=$(printf 'h\\303\\266her') && mv plain $name && cd $name"
                        + " && bin/oshrun -np 1 " + program.getFileName()
                        + "; status=$?; cd .. && mv $name plain; exit $status")
                .variable("LC_ALL", "C")
                .variable("XDG_CACHE_HOME", folder.resolve("cache").toString())
                .run();
        assertEquals("ran\n", run.out(), run::toString);
        run.with(0);
    }
}
