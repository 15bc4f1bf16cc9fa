// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobFileMaker;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.Liveness;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {
    private static final Shape SHAPE = Settings.shape(2, 4096, 0);

    @TempDir
    private Path folder;

    private WatchService watch;

    @BeforeEach
    void watchForNames() throws IOException {
        watch = folder.getFileSystem().newWatchService();
        folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    }

    /// Whether anything has had a name in the folder: the first one seen is not that of a file made here and now.
    private boolean sawAName() throws IOException, InterruptedException {
        Path last = Files.createFile(folder.resolve("last"));
        WatchKey key = watch.take();
        var first = key.pollEvents().getFirst().context();
        Files.delete(last);
        return !first.equals(last.getFileName());
    }

    private void assertIsPrivateAndFound(JobFile file) throws IOException {
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count(), "the folder is empty while the job runs");
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.descriptor())));
        try (JobFile peer = JobFile.open(file.descriptor())) {
            assertEquals(file.control().id(), peer.control().id());
        }
    }

    @Test
    void aJobFileNeverHasAName() throws IOException, InterruptedException {
        int descriptor = SystemCalls.openNameless(folder.toString());
        assumeTrue(descriptor >= 0, "needs a file system with nameless files");
        SystemCalls.close(descriptor);
        try (JobFile file = JobFile.create(folder, SHAPE, 2)) {
            assertFalse(sawAName(), "whoever is killed at this moment leaves a file");
            assertIsPrivateAndFound(file);
        }
    }

    @Test
    void aFileSystemWithoutNamelessFilesIsRefusedWithItsRemedy() {
        var e = assertThrows(IOException.class, () -> JobFile.create(Path.of("/proc"), SHAPE, 2, new int[0]));
        assertEquals(
                "/proc: no file without a name can be made here; give oshrun another --heap-dir that this user may write to, on a file system with O_TMPFILE, such as tmpfs, ext4 or xfs",
                e.getMessage());
    }

    /// Another thread may map something between a look and the mapping: the last one is the one that counts.
    @Test
    void aMappingThatComesOutCrookedIsMadeAgain() throws IOException {
        long[] crooked = {4096, 3 * 4096, 0, Shape.ALIGNMENT * 7};
        int[] calls = new int[1];
        MemorySegment[] mapped = new MemorySegment[1];
        JobFile.mapAligned(
                        (bytes, arena) -> MemorySegment.ofAddress(crooked[Math.min(calls[0]++, 3)] + Shape.ALIGNMENT),
                        8192,
                        Arena::ofShared,
                        mapped)
                .close();
        assertEquals(0, mapped[0].address() % Shape.ALIGNMENT);
        assertEquals(3, calls[0]);
        var e = assertThrows(
                IOException.class,
                () -> JobFile.mapAligned(
                        (bytes, arena) -> MemorySegment.ofAddress(Shape.ALIGNMENT + 4096),
                        8192,
                        Arena::ofAuto,
                        mapped));
        assertEquals(
                "8192 bytes could not be mapped at a multiple of 2097152 in 64 attempts; start the job again",
                e.getMessage());
    }

    @Test
    void aPeIsClaimedOnce() throws IOException {
        try (JobFile file = JobFile.create(folder, SHAPE, 2)) {
            Control control = file.control();
            control.started(1, ProcessHandle.current().pid());
            assertFalse(control.isGone(1), "no process has claimed it");
            Memory.setLong(control.slot(1) + JobLayout.PID.at(), 0);
            assertTrue(control.claim(1));
            assertFalse(control.claim(1));
            assertFalse(control.isGone(1));
            JobFile.open(file.descriptor()).close(); // as a thread does that asks once more
            assertFalse(control.isGone(1));
        }
    }

    /// A process that was killed, and one that has its number since.
    @Test
    void aPeWhoseProcessIsGoneIsFound() throws Exception {
        Process child = new ProcessBuilder("sleep", "100").start();
        try (JobFile file = JobFile.create(folder, SHAPE, 2)) {
            Control control = file.control();
            assertTrue(control.claim(1));
            control.state(1, PeState.RUNNING);
            Memory.setLong(control.slot(1) + JobLayout.PID.at(), child.pid());
            assertTrue(control.isGone(1), "another process has the number");
            Memory.setLong(
                    control.slot(1) + JobLayout.BORN_OFFSET,
                    Liveness.startTime(KernelFile.state(Long.toString(child.pid()))));
            assertFalse(control.isGone(1));
            child.destroyForcibly().waitFor();
            assertTrue(control.isGone(1));
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void theRemedyIsTheLimitThatTheSystemNames() {
        assertEquals(
                "raise the limit on open files (ulimit -n)",
                JobFileMaker.remedy("/proc/self/fd/4 (Too many open files)"));
        assertTrue(
                JobFileMaker.remedy("File too large").startsWith("raise the limit on the size of files (ulimit -f)"));
        assertEquals(
                "mount /proc, through which PEs reach the job file",
                JobFileMaker.remedy("/proc/7/fd/4 (No such file or directory)"));
        assertTrue(JobFileMaker.remedy("No space left on device").startsWith("free some room"));
    }

    /// An interrupt closes a channel that is in use; the file of a job is not held by one.
    @Test
    void anInterruptClosesNoJobFile() throws IOException {
        Thread.currentThread().interrupt();
        try (JobFile file = JobFile.create(folder, SHAPE, 2);
                JobFile again = JobFile.open(file.descriptor())) {
            assertTrue(Thread.currentThread().isInterrupted(), "the flag stays set");
            again.reserve(1, 0, 1 << 12);
            assertTrue(Thread.interrupted());
            again.reserve(1, 1 << 12, 1 << 12);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void aHeapThatIsTooLargeForOneJvmIsRefusedWithWhatTheProgramCanSet() {
        Shape large = Settings.shape(1, 1L << 50, 0);
        String text = assertThrows(UncheckedIOException.class, () -> LocalJob.create(folder, large))
                .getMessage();
        assertTrue(text.contains("but a PE with a heap of 1 PiB needs 1.0 PiB; "), text);
        assertTrue(text.endsWith("Config.symmetricSize or SHMEM_SYMMETRIC_SIZE stands for --heap"), text);
    }
}
