// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which archive a JVM gets.
class ClassArchiveTest {
    @TempDir
    Path folder;

    private ClassArchive archive;

    @BeforeEach
    void inAFolder() {
        archive = new ClassArchive(folder, new Library(ClassArchiveTest.class, ""));
    }

    private String last(boolean simulated) {
        return archive.flags(simulated, List.of()).getLast();
    }

    @Test
    void aJobWithoutAnArchiveRunsWithout() {
        assertEquals(List.of(), archive.flags(false, List.of()));
        assertEquals(List.of(), archive.flags(true, List.of()));
        assertEquals(List.of(), new ClassArchive(Path.of(""), archive.library()).flags(false, List.of()));
    }

    @Test
    void aSimulatedJobUsesTheArchiveOfPesWhileItHasNone() throws IOException {
        Files.createFile(folder.resolve("jshmem.jsa"));
        assertEquals("-XX:SharedArchiveFile=" + folder.resolve("jshmem.jsa"), last(false));
        assertEquals(last(false), last(true));
        Files.createFile(folder.resolve("sim.jsa"));
        assertEquals("-XX:SharedArchiveFile=" + folder.resolve("sim.jsa"), last(true));
        assertEquals("-XX:SharedArchiveFile=" + folder.resolve("jshmem.jsa"), last(false));
    }

    @Test
    void theUsersOwnArchiveCounts() throws IOException {
        Files.createFile(folder.resolve("jshmem.jsa"));
        assertEquals(List.of(), archive.flags(false, List.of("-XX:SharedArchiveFile=own.jsa")));
        assertEquals(List.of(), archive.flags(false, List.of("-XX:AOTCache=own.aot")));
    }
}
