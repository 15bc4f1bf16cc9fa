// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

    /// A JVM that fails, and counts how often it was started.
    private Path failing(Path starts) throws IOException {
        Path java = Files.writeString(folder.resolve("java"), "#!/bin/sh\necho >>%s\nexit 1\n".formatted(starts));
        return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @EnumSource
    void aFailureIsTriedAgainAfterAnHourAndNoSooner(Kind kind) throws IOException {
        Path archives = folder.resolve("archives");
        Path starts = Files.createFile(folder.resolve("starts"));
        List<String> jvm = List.of(failing(starts).toString());
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        Path jar = Files.createFile(folder.resolve("own.jar"));
        var library = new Library(ClassArchiveTest.class, jar.toString());
        assertEquals(List.of(), ClassArchive.flags(kind, library, jvm, List.of()));
        int first = Files.readAllLines(starts).size();
        assertEquals(List.of(), ClassArchive.flags(kind, library, jvm, List.of()));
        assertEquals(first, Files.readAllLines(starts).size(), "tried again at once");
        for (String key : List.of("key", "sim.key")) {
            Path file = archives.resolve(key);
            if (Files.exists(file))
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        }
        assertEquals(List.of(), ClassArchive.flags(kind, library, jvm, List.of()));
        assertEquals(2 * first, Files.readAllLines(starts).size(), "not tried after two hours");
    }

    @Test
    void aSimulatedJobUsesTheArchiveOfRealJobsWhileItHasNone() throws IOException {
        Path archives = Files.createDirectory(folder.resolve("archives"));
        List<String> jvm =
                List.of(failing(Files.createFile(folder.resolve("starts"))).toString());
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        Path jar = Files.createFile(folder.resolve("own.jar"));
        var library = new Library(ClassArchiveTest.class, jar.toString());
        ClassArchive.flags(Kind.REAL, library, jvm, List.of());
        Files.createFile(archives.resolve("pe.jsa"));
        List<String> real = ClassArchive.flags(Kind.REAL, library, jvm, List.of());
        assertEquals("-XX:SharedArchiveFile=" + archives.resolve("pe.jsa"), real.getLast());
        assertEquals(real, ClassArchive.flags(Kind.SIMULATED, library, jvm, List.of()));
        Files.createFile(archives.resolve("sim.jsa"));
        List<String> simulated = ClassArchive.flags(Kind.SIMULATED, library, jvm, List.of());
        assertEquals("-XX:SharedArchiveFile=" + archives.resolve("sim.jsa"), simulated.getLast());
    }
}
