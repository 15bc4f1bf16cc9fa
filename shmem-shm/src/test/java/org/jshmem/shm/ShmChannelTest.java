// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Shmem;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What copies and futexes of the real backend must not do.
class ShmChannelTest {
    private static final int BYTES = 64 << 10; // where memory that cannot vanish is copied by the C library

    @Test
    void aMappedFileThatWasTruncatedDoesNotEndTheJvm(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("mapped");
        Files.write(path, new byte[BYTES]);
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            channel.truncate(0);
            Shmem.runInProcess(1, (sh, a) -> {
                var heap = sh.mem(BYTES);
                assertThrows(InternalError.class, () -> heap.put(0L, mapped, 0));
                assertThrows(InternalError.class, () -> heap.get(0L, mapped, 0));
            });
        }
    }

    @Test
    void aNarrowWaitAtTheEndOfALineIsWokenByWritesOfThatLineAlone() {
        try (Arena arena = Arena.ofConfined()) {
            long slot = arena.allocate(1 << JobLayout.SLOT_SHIFT, 1 << JobLayout.SLOT_SHIFT)
                    .address();
            Futex.announce(slot, 60, 4);
            Futex.wake(slot, 64, 8);
            assertEquals(0, Futex.wakes(slot));
            Futex.wake(slot, 0, 8);
            assertEquals(1, Futex.wakes(slot));
            Futex.announce(slot, 60, 4);
            Futex.announce(slot, 64, 4); // a second sleeper, on another line: every write wakes
            Futex.wake(slot, 4096, 8);
            assertEquals(2, Futex.wakes(slot));
        }
    }

    /// The `asleep` word names the line of the first missing flag of a row, so the last flag wakes no thread.
    @Test
    void aSleeperOnARowOfFlagsIsWokenByTheFirstMissingOneAlone() throws Exception {
        Shape shape = new Shape(3, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0);
        try (JobFile file = JobFile.create(Settings.FOLDER, shape, 1)) {
            ShmTransport[] pes = new ShmTransport[3];
            for (int pe = 0; pe < pes.length; pe++) {
                pes[pe] = new ShmTransport(file, pe, PeKind.THREAD);
                pes[pe].enter();
            }
            long slot = file.control().slot(1);
            CountDownLatch begins = new CountDownLatch(1);
            Thread sleeper = Thread.ofPlatform().start(() -> {
                int[] looks = {0};
                pes[1].await(0, 8, new Wait(_ -> "in a test", () -> ++looks[0] > 200)); // the first sleeps use no futex
                Futex.wake(slot, 0, 8);
                begins.countDown();
                pes[1].await(0, 192, new FlagsWait(_ -> "in a test", pes[1].channel(), 0, 64, 3, 1, 1) {
                    @Override
                    public void saw(long flag) {}
                });
            });
            begins.await();
            while (asleep(slot) != 1) {
                assertNotEquals(-1, asleep(slot), "any line");
                Thread.onSpinWait();
            }
            pes[2].channel().signal(1, 128, 1);
            assertEquals(1, asleep(slot));
            pes[0].channel().signal(1, 0, 1);
            sleeper.join();
        }
    }

    private static int asleep(long slot) {
        return Memory.getIntVolatile(slot + JobLayout.ASLEEP_OFFSET);
    }
}
