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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void aFailureIsTriedAgainAfterAnHourAndNoSooner() throws IOException {
        Path archives = folder.resolve("archives");
        Path starts = Files.createFile(folder.resolve("starts"));
        List<String> jvm = List.of(failing(starts).toString());
        System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
        Path jar = Files.createFile(folder.resolve("own.jar"));
        var library = new Library(ClassArchiveTest.class, jar.toString());
        assertEquals(List.of(), ClassArchive.flags(library, jvm, List.of()));
        int first = Files.readAllLines(starts).size();
        assertEquals(List.of(), ClassArchive.flags(library, jvm, List.of()));
        assertEquals(first, Files.readAllLines(starts).size(), "tried again at once");
        Path key = archives.resolve("key");
        Files.setLastModifiedTime(key, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        assertEquals(List.of(), ClassArchive.flags(library, jvm, List.of()));
        assertEquals(2 * first, Files.readAllLines(starts).size(), "not tried after two hours");
    }
}
