// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// With a C library that closes all descriptors at once, and with one that does not.
@Timeout(60)
class SpawnTest {
    private static int status(int pid) throws InterruptedException {
        for (int status = Spawn.status(pid); ; status = Spawn.status(pid)) {
            if (status >= 0) return status;
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProcessHasItsStandardStreamsAlone(boolean closesAll, @TempDir Path folder) throws Exception {
        Path list = folder.resolve("list");
        List<String> words = List.of("sh", "-c", "ls /proc/self/fd >" + list + "; exit 7");
        int[] streams = {Spawn.NOTHING, 1, 2};
        assertEquals(7, status(Spawn.start(closesAll, words, List.of(), streams)));
        assertEquals(List.of("0", "1", "2", "3"), Files.readAllLines(list), "3 is the folder that ls reads");
    }

    /// A launcher blocks the signals for which it waits.
    @Test
    void aProcessBlocksNoSignals(@TempDir Path folder) throws Exception {
        Path blocked = folder.resolve("blocked");
        var process = new ProcessBuilder(
                        "env",
                        "--block-signal=USR1",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpawnTest.class.getName(),
                        "grep SigBlk /proc/self/status >" + blocked)
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
        assertEquals("SigBlk:\t" + "0".repeat(16), Files.readString(blocked).strip());
    }

    /// Starts a shell in a process that blocks a signal.
    public static void main(String[] args) throws Exception {
        System.exit(status(Spawn.start(List.of("sh", "-c", args[0]), List.of(), 0, 1, 2)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLongListOfWordsIsRefused(boolean closesAll) {
        List<String> words = List.of("true", "x".repeat(1 << 20));
        var refused = assertThrows(IOException.class, () -> Spawn.start(closesAll, words, List.of(), 0, 1, 2));
        assertEquals("error=7, Argument list too long", refused.getMessage());
    }
}
