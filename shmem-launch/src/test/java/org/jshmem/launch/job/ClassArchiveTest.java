// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jshmem.launch.job.ClassArchive.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Class archives that cannot be made, because the JVM fails.
class ClassArchiveTest {
    @TempDir
    Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(ClassArchive.FOLDER_PROPERTY);
    }

    /// A JVM that fails after 0.2 s, and counts how often it was started.
    private Path failing(Path starts) throws IOException {
        return java("echo >>%s\nsleep 0.2\nexit 1".formatted(starts));
    }

    private Path java(String script) throws IOException {
        Path java = Files.writeString(folder.resolve("java"), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    private Library library() throws IOException {
        Path jar = folder.resolve("own.jar");
        return new Library(ClassArchiveTest.class, (Files.exists(jar) ? jar : Files.createFile(jar)).toString());
    }

    @ParameterizedTest
    @EnumSource
    void aFailureIsTriedAgainAfterSeveralTimesItsOwnTime(Kind kind) throws IOException {
        Path archives = folder.resolve("archives");
        Path starts = Files.createFile(folder.resolve("starts"));
        List<String> jvm = List.of(failing(starts).toString());
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        assertEquals(List.of(), ClassArchive.flags(kind, library(), jvm, List.of()));
        int first = Files.readAllLines(starts).size();
        assertEquals(List.of(), ClassArchive.flags(kind, library(), jvm, List.of()));
        assertEquals(first, Files.readAllLines(starts).size(), "tried again at once");
        for (String key : List.of("key", "members.key", "sim.key")) {
            Path file = archives.resolve(key);
            if (!Files.exists(file)) continue;
            Duration pause = Duration.between(
                    Instant.now(), Files.getLastModifiedTime(file).toInstant());
            assertTrue(pause.toMillis() > 1000, () -> "a pause of " + pause);
            assertTrue(pause.toMinutes() < 12, () -> "a pause of " + pause); // of an attempt of at most 30 s
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusMillis(1)));
        }
        Path killed = Files.createDirectory(archives.resolve("fresh-1"));
        Files.createFile(killed.resolve("pe.list"));
        assertEquals(List.of(), ClassArchive.flags(kind, library(), jvm, List.of()));
        assertEquals(2 * first, Files.readAllLines(starts).size(), "not tried after the pause");
        assertFalse(Files.exists(killed), "what a killed launcher left");
    }

    /// A JVM that lists its classes and then fails, or makes an archive.
    @Test
    void aTrainingJobThatFailedMakesNoArchive() throws IOException {
        Path archives = folder.resolve("archives");
        String java = java("for o; do case $o in"
                        + " -XX:DumpLoadedClassList=*|-Djshmem.training=*) echo java/lang/Object >${o#*=}; fails=1 ;;"
                        + " -XX:SharedArchiveFile=*) echo made >${o#*=} ;; esac; done; exit ${fails:-0}")
                .toString();
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        assertEquals(List.of(), ClassArchive.flags(Kind.PROCESS, library(), List.of(java), List.of()));
        assertFalse(Files.exists(archives.resolve("pe.jsa")));
        java("for o; do case $o in"
                + " -XX:DumpLoadedClassList=*|-Djshmem.training=*) echo java/lang/Object >${o#*=} ;;"
                + " -XX:SharedArchiveFile=*) echo made >${o#*=} ;; esac; done");
        Files.setLastModifiedTime(archives.resolve("key"), FileTime.fromMillis(0));
        List<String> flags = ClassArchive.flags(Kind.PROCESS, library(), List.of(java), List.of());
        assertEquals("-XX:SharedArchiveFile=" + archives.resolve("pe.jsa"), flags.getLast());
    }

    @Test
    void aSimulatedJobUsesTheArchiveOfProcessesWhileItHasNone() throws IOException {
        Path archives = Files.createDirectory(folder.resolve("archives"));
        List<String> jvm =
                List.of(failing(Files.createFile(folder.resolve("starts"))).toString());
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        Library library = library();
        ClassArchive.flags(Kind.PROCESS, library, jvm, List.of());
        Files.createFile(archives.resolve("pe.jsa"));
        List<String> process = ClassArchive.flags(Kind.PROCESS, library, jvm, List.of());
        assertEquals("-XX:SharedArchiveFile=" + archives.resolve("pe.jsa"), process.getLast());
        assertEquals(process, ClassArchive.flags(Kind.SIMULATED, library, jvm, List.of()));
        Files.createFile(archives.resolve("sim.jsa"));
        List<String> simulated = ClassArchive.flags(Kind.SIMULATED, library, jvm, List.of());
        assertEquals("-XX:SharedArchiveFile=" + archives.resolve("sim.jsa"), simulated.getLast());
    }
}
