// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelFileTest {
    @TempDir
    private Path folder;

    @Test
    void theFirstLineOfANameCounts() throws IOException {
        Path file = Files.writeString(folder.resolve("status"), "Name:\tjava\nCpus:\t 3 \nCpus:\t4\n");
        assertEquals("3", KernelFile.after("Cpus:", file));
        assertEquals("", KernelFile.after("Cpu:", file));
    }

    @Test
    void aFileThatCannotBeReadHasNoLines() throws IOException {
        assertEquals(List.of(), KernelFile.lines(folder.resolve("none")));
        assertEquals("", KernelFile.after("", folder));
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {'a', (byte) 0xff, '\n'});
        assertEquals(List.of(), KernelFile.lines(bytes));
    }

    @Test
    void thisProcessRuns() {
        String parent =
                Long.toString(ProcessHandle.current().parent().orElseThrow().pid());
        assertTrue(KernelFile.state("self").matches("[RS] " + parent + " .*"), KernelFile.state("self"));
        assertEquals("", KernelFile.state("0"));
        assertFalse(KernelFile.processor().isBlank());
    }
}
