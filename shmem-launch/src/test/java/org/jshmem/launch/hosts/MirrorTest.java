// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// A host whose frames do not fit the job writes nothing into the launcher's memory.
class MirrorTest {
    private static Frame.Slot slot(int pe, int bytes) {
        return new Frame.Slot(pe, System.nanoTime(), new byte[bytes]);
    }

    @Test
    void framesThatDoNotFitTheJobAreRefused(@TempDir Path folder) throws IOException {
        try (JobFile file = JobFile.create(folder, Settings.shape(2, 4096, 0), 1, new int[0])) {
            Mirror mirror = new Mirror(file);
            long size = file.regionBytes();
            assertDoesNotThrow(() -> mirror.take(slot(1, JobLayout.SLOT_BYTES)));
            assertDoesNotThrow(() -> mirror.take(new Frame.Piece(1, size - 8, new byte[8])));
            refused(
                    "a slot of %d bytes at 0 of PE 2".formatted(JobLayout.SLOT_BYTES),
                    () -> mirror.take(slot(2, JobLayout.SLOT_BYTES)));
            refused(
                    "a slot of %d bytes at 0 of PE -1".formatted(JobLayout.SLOT_BYTES),
                    () -> mirror.take(slot(-1, JobLayout.SLOT_BYTES)));
            refused("a slot of 8 bytes at 0 of PE 1", () -> mirror.take(slot(1, 8)));
            refused("a piece of 8 bytes at -8 of PE 0", () -> mirror.take(new Frame.Piece(0, -8, new byte[8])));
            refused(
                    "a piece of 8 bytes at %d of PE 1".formatted(size),
                    () -> mirror.take(new Frame.Piece(1, size, new byte[8])));
            refused("a piece of 8 bytes at 0 of PE 7", () -> mirror.take(new Frame.Piece(7, 0, new byte[8])));
        }
    }

    /// The launcher's host, perhaps a laptop, has no heap of the job.
    @Test
    void heapsOfOtherHostsNeedNoRoomHere(@TempDir Path folder) throws IOException {
        long heap = 1L << 40;
        assertThrows(IOException.class, () -> JobFile.create(folder, Settings.shape(2, heap, 0), 1));
        try (JobFile file = JobFile.create(folder, Settings.shape(2, heap, 0), 1, new int[0])) {
            assertTrue(file.regionBytes() > heap);
        }
    }

    private static void refused(String what, Executable frame) {
        assertEquals(
                "it sent " + what + ", which this job of 2 PEs does not have",
                assertThrows(IllegalArgumentException.class, frame).getMessage());
    }
}
