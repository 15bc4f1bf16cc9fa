// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The pipes of processes that one thread reads.
@Timeout(60)
class HostPipesTest {
    private static final int BYTES = 8_000_000;

    /// More output than waits for a reader fills the pipe, and the process waits.
    @Test
    void aSlowReaderHoldsUpTheProcessAndLosesNothing() throws Exception {
        var command = new ProcessBuilder("sh", "-c", "head -c " + BYTES + " /dev/zero; echo end >&2");
        HostPipes.Started started = new HostPipes().start(command);
        assertFalse(started.process().waitFor(500, TimeUnit.MILLISECONDS), "the launcher holds all output");
        assertEquals(BYTES, started.output().readAllBytes().length);
        assertEquals("end\n", new String(started.errors().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, started.process().waitFor());
    }

    @Test
    void aCommandThatDoesNotExistLeavesNoDescriptorOpen() throws IOException {
        var pipes = new HostPipes();
        long before = descriptors();
        for (int k = 0; k < 100; k++) {
            assertThrows(IOException.class, () -> pipes.start(new ProcessBuilder("/no/such/command")));
        }
        assertEquals(before, descriptors(), 20);
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
