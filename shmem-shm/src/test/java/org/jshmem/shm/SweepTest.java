// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    private static final String NOBODY = "4194304"; // beyond the kernel's largest process id

    @TempDir
    private Path folder;

    private Path make(String name, String permissions) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("content"), "x");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
        return made;
    }

    @Test
    void scratchOfADeadLauncherGoes() throws IOException {
        Path dead = make("jshmem-scratch-" + NOBODY + "-1", "rwx------");
        assertEquals(1, Sweep.scratch(folder));
        assertFalse(Files.exists(dead));
    }

    @Test
    void scratchOfALiveLauncherStays() throws IOException {
        Path own = make("jshmem-scratch-" + ProcessHandle.current().pid() + "-1", "rwx------");
        assertEquals(0, Sweep.scratch(folder));
        assertTrue(Files.exists(own));
    }

    @Test
    void scratchOlderThanTheProcessThatNowHasTheNumberGoes() throws IOException {
        Path old = make("jshmem-scratch-" + ProcessHandle.current().pid() + "-1", "rwx------");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(100_000_000)));
        assertEquals(1, Sweep.scratch(folder));
    }

    @Test
    void whatIsNotPrivateOrNotNamedLikeOursStays() throws IOException {
        make("jshmem-scratch-" + NOBODY + "-1", "rwxr-xr-x");
        make("jshmem-scratch-" + NOBODY, "rwx------");
        make("jshmem-scratch-x-1", "rwx------");
        make("other-scratch-" + NOBODY + "-1", "rwx------");
        make("jshmem-" + "g".repeat(16), "rwx------");
        Files.createSymbolicLink(folder.resolve("jshmem-scratch-" + NOBODY + "-2"), folder);
        assertEquals(0, Sweep.scratch(folder) + Sweep.jobs(folder));
    }

    @Test
    void aJobFolderWithoutAHeaderIsLeftAloneForAMinute() throws IOException {
        Path young = make("jshmem-0123456789abcdef", "rwx------");
        Path old = make("jshmem-fedcba9876543210", "rwx------");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(120)));
        assertEquals(1, Sweep.jobs(folder));
        assertTrue(Files.exists(young));
        assertFalse(Files.exists(old));
    }
}
