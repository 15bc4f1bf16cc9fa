// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jshmem.Shmem;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobLayout;
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
}
