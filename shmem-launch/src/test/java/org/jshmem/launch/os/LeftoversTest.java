// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

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

class LeftoversTest {
    private static final String NOBODY = "4194304"; // beyond the kernel's largest process id

    @TempDir
    private Path folder;

    private Path make(String name, String permissions) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("content"), "x");
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
        return made;
    }

    /// A lock file that was made long enough ago to have been locked.
    private static Path lock(Path made, String name) throws IOException {
        Path lock = Files.createFile(made.resolve(name));
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(10)));
        return lock;
    }

    @Test
    void scratchOfADeadLauncherGoes() throws IOException {
        Path dead = make("jshmem-scratch-" + NOBODY + "-1", "rwx------");
        lock(dead, "lock");
        assertEquals(1, Leftovers.scratch(folder));
        assertFalse(Files.exists(dead));
    }

    /// A look at the own folder would end the lock on it, since closing a descriptor ends all of the process's.
    @Test
    void ownScratchStaysLockedWhenItsLauncherSweeps() throws IOException {
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path own = scratch.folder();
            assertTrue(isLocked(own.resolve(ScratchFolder.LOCK)));
            Leftovers.scratch(own.getParent());
            assertTrue(isLocked(own.resolve(ScratchFolder.LOCK)), "another launcher would delete it");
        }
    }

    private static boolean isLocked(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readString(Path.of("/proc/locks")).contains(inode);
    }

    /// In another container its number means nothing here, or another process.
    @Test
    void scratchOfALiveLauncherStaysWhateverItsNumber() throws IOException, InterruptedException {
        Path other = make("jshmem-scratch-" + NOBODY + "-1", "rwx------");
        Path lock = lock(other, "lock");
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        lock.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals('l', holder.getInputStream().read());
            assertEquals(0, Leftovers.scratch(folder));
            assertTrue(Files.exists(other));
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertEquals(1, Leftovers.scratch(folder));
    }

    @Test
    void scratchThatMayBeLockedInAMomentStays() throws IOException {
        Path fresh = make("jshmem-scratch-" + NOBODY + "-1", "rwx------");
        assertEquals(0, Leftovers.scratch(folder)); // for a minute
        Path lock = Files.createFile(fresh.resolve("lock"));
        Files.setLastModifiedTime(
                lock, FileTime.from(Instant.now().plusSeconds(60))); // for a second, which may be over
        assertEquals(0, Leftovers.scratch(folder));
    }

    @Test
    void aLaunchersOwnScratchStays() throws IOException {
        try (ScratchFolder own = new ScratchFolder()) {
            Path made = own.folder();
            Files.setLastModifiedTime(
                    made.resolve("lock"), FileTime.from(Instant.now().minusSeconds(10)));
            Leftovers.scratch(made.getParent());
            assertTrue(Files.exists(made));
        }
    }

    /// It wrote on when a signal had removed the folder, and gave the new one the usual rights.
    @Test
    void scratchThatACompilerMadeAgainGoesAfterAMinute() throws IOException {
        Path again = make("jshmem-scratch-" + NOBODY + "-1", "rwxr-xr-x");
        assertEquals(0, Leftovers.scratch(folder));
        Files.setLastModifiedTime(again, FileTime.from(Instant.now().minusSeconds(120)));
        assertEquals(1, Leftovers.scratch(folder));
    }

    @Test
    void whatOthersCanWriteOrIsNotNamedLikeOursStays() throws IOException {
        // each with the lock of a launcher that has long gone, so that it is the name or the mode that keeps it
        lock(make("jshmem-scratch-" + NOBODY + "-1", "rwxrwxr-x"), "lock");
        lock(make("jshmem-scratch-" + NOBODY + "-3", "rwxr-xrwx"), "lock");
        lock(make("jshmem-scratch-" + NOBODY, "rwx------"), "lock");
        lock(make("jshmem-scratch-x-1", "rwx------"), "lock");
        lock(make("other-scratch-" + NOBODY + "-1", "rwx------"), "lock");
        make("jshmem-" + "g".repeat(16), "rwx------");
        Path target = make("target", "rwx------"); // what a link leads to is not a launcher's
        lock(target, "lock");
        Files.createSymbolicLink(folder.resolve("jshmem-scratch-" + NOBODY + "-2"), target);
        assertEquals(0, Leftovers.scratch(folder));
    }
}
