// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.programs.Acts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Classes that the archive of a build has, so that no program waits for them at its first calls.
class ArchivedClassesIT {
    /// Without these jobs a build has no archive.
    @ParameterizedTest
    @CsvSource({"2, --jvms, 2", "4, --jvms, 1"})
    void theJobsThatListTheClassesEndWell(int npes, String option, String value) {
        Launch.oshrun("-np", npes, option, value, "--heap", "8m", "org.jshmem.launch.job.Training")
                .run(0);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "4, 2"})
    @Tag("long")
    void firstCollectivesReadNoClassOfTheLibraryFromAJar(int npes, int jvms, @TempDir Path folder) throws IOException {
        Launch.program(npes, Acts.class, "collect")
                .with("--jvms", String.valueOf(jvms), "-J", "-Xlog:class+load:file=" + folder.resolve("%p"))
                .run(0);
        assertEquals(List.of(), read(folder, " org.jshmem."));
        assertEquals(List.of(), read(folder, " org.agrona."));
    }

    @Test
    void theLauncherOfABuiltInProgramReadsNoClassFromAJar(@TempDir Path folder) throws IOException {
        Launch.oshrun("-np", 1, "hello")
                .variable("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + folder.resolve("%p"))
                .run(0);
        try (var logs = Files.newDirectoryStream(folder)) {
            for (Path each : logs) {
                if (!Files.readString(each).contains(" org.jshmem.launch.Oshrun ")) Files.delete(each);
            }
        }
        assertEquals(List.of(), read(folder, " org.jshmem."));
    }

    /// Returns the classes with such names that JVMs read from jars, by their logs in a folder.
    private static List<String> read(Path folder, String name) throws IOException {
        List<String> read = new ArrayList<>();
        int archived = 0;
        try (var logs = Files.newDirectoryStream(folder)) {
            for (Path log : logs) {
                for (String line : Files.readAllLines(log)) {
                    if (line.contains("$$Lambda") || line.contains(" org.jshmem.launch.programs.")) continue;
                    if (line.contains("source: shared objects file")) archived += line.contains(" org.jshmem.") ? 1 : 0;
                    else if (line.contains(name)) read.add(line);
                }
            }
        }
        assumeTrue(archived > 0, "needs a class archive");
        return read;
    }
}
