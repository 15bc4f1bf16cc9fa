// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
    @TempDir
    private Path folder;

    /// The variable counts, then the folder of the JVM, then one in memory.
    @Test
    void temporaryFilesGoToTheFirstFolderThatCanBeWritten() {
        assertEquals(folder, ScratchFolder.parent(folder.toString(), "/tmp"));
        for (String none : List.of("", "relative", folder.resolve("none").toString())) {
            assertEquals(folder, ScratchFolder.parent(none, folder.toString()));
            assertEquals(
                    Path.of("/dev/shm"),
                    ScratchFolder.parent(none, folder.resolve("none").toString()));
        }
    }
}
