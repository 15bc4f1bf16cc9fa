// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoversTest {
    private static final String NO_PROCESS = "4194304"; // beyond the kernel's largest process id
    private final String ofNoProcess = "jshmem-scratch-" + NO_PROCESS + "-" + ScratchFolder.namespace() + "-";

    @TempDir
    private Path folder;

    LeftoversTest() throws IOException {} // without /proc

    private Path make(String name, String permissions) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("content"), "x");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
        return made;
    }

    @Test
    void scratchOfADeadLauncherGoes() throws IOException {
        Path first = make(ofNoProcess + "1", "rwx------");
        // a compiler wrote on when a signal had removed the folder, and gave the new one the usual rights
        Path again = make(ofNoProcess + "2", "rwxr-xr-x");
        assertEquals(2, ScratchFolder.removeLeftovers(folder));
        assertFalse(Files.exists(first) || Files.exists(again));
    }

    @Test
    void scratchOfALiveLauncherStays() throws IOException {
        try (ScratchFolder own = new ScratchFolder()) {
            Path made = own.folder();
            ScratchFolder.removeLeftovers(made.getParent());
            assertTrue(Files.exists(made));
        }
        make("jshmem-scratch-1-" + ScratchFolder.namespace() + "-1", "rwx------");
        assertEquals(0, ScratchFolder.removeLeftovers(folder));
    }

    /// In another PID namespace, such as that of a container, the process number of the launcher means nothing
    /// here. The first namespace has the same number on all machines, and several may share the folder.
    @Test
    void scratchOfAnotherContainerOrMachineStays() throws IOException {
        String pids = ScratchFolder.namespace().split("-")[0];
        make("jshmem-scratch-" + NO_PROCESS + "-1" + ScratchFolder.namespace() + "-1", "rwx------");
        make("jshmem-scratch-" + NO_PROCESS + "-" + pids + "-0123456789abcdef0123456789abcdef-1", "rwx------");
        make("jshmem-scratch-" + NO_PROCESS + "-" + pids + "-1", "rwx------");
        assertEquals(0, ScratchFolder.removeLeftovers(folder));
    }

    @Test
    void whatOthersCanWriteOrIsNotNamedLikeOursStays() throws IOException {
        make(ofNoProcess + "1", "rwxrwxr-x");
        make(ofNoProcess + "3", "rwxr-xrwx");
        make("jshmem-scratch-" + NO_PROCESS, "rwx------");
        make("jshmem-scratch-x" + ofNoProcess.substring(ofNoProcess.indexOf(NO_PROCESS)) + "1", "rwx------");
        make("other-" + ofNoProcess + "1", "rwx------");
        make("jshmem-" + "g".repeat(16), "rwx------");
        Path target = make("target", "rwx------"); // the target of a link is not a launcher's
        Files.createSymbolicLink(folder.resolve(ofNoProcess + "2"), target);
        assertEquals(0, ScratchFolder.removeLeftovers(folder));
    }

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
