// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Calls of the C library.
class CFunctionTest {
    @Test
    void sevenParametersArePassedInOrder() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(64);
            long format = arena.allocateFrom("%ld %ld %ld %ld").address();
            CFunction print = CFunction.named("snprintf");
            assertEquals(20, (int) print.call(text.address(), 64, format, 1L << 40, -5, 6, 0x7), text.getString(0));
            assertEquals((1L << 40) + " -5 6 7", text.getString(0));
        }
    }

    @Test
    void manyThreadsCallAtOnce() throws Exception {
        long pid = ProcessHandle.current().pid();
        CFunction getpid = CFunction.named("getpid");
        Thread[] threads = new Thread[8];
        long[] wrong = new long[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 50_000; i++) if ((int) getpid.call(i, 2, 3, 4, 5, 6) != pid) wrong[own]++;
            });
        }
        for (Thread thread : threads) thread.join();
        assertArrayEquals(new long[threads.length], wrong);
    }
}
