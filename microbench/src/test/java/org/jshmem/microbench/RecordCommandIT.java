// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The exit status of `bench/record --against`, with a launcher that measures nothing.
class RecordCommandIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"0, 0, 2", "4, 0, 2", "5, 5, 2", "1, 1, 1"})
    void aSlowerTestIsTheStatusAfterAllRowsAreMeasured(int launcher, int status, int launches) throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path bench = Files.createDirectories(folder.resolve("bench"));
        Path oshrun = Files.writeString(
                bin.resolve("oshrun"),
                "#!/bin/sh\necho x >>'%s'\nexit %d\n".formatted(folder.resolve("calls"), launcher));
        assertTrue(oshrun.toFile().setExecutable(true));
        Path record = Files.copy(Path.of("../bench/record"), bench.resolve("record"));
        Process command = new ProcessBuilder("bash", record.toString(), "--against")
                .redirectErrorStream(true)
                .start();
        String said = new String(command.getInputStream().readAllBytes());
        assertEquals(status, command.waitFor(), said);
        assertEquals(launches, Files.readAllLines(folder.resolve("calls")).size());
    }
}
