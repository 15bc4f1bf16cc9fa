// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.shm.system.CFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls of the C library.
class CFunctionTest {
    private static final int PAGE = 65536; // of any kernel
    private static final long READ = 1;
    private static final long PRIVATE = 2;

    @TempDir
    Path folder;

    @Test
    void theLinkerPassesSixParametersInOrder() throws Throwable {
        mapsTheSecondPage(CFunction.linked());
    }

    /// `mmap` has six parameters, and each but the first changes what the caller sees.
    @SuppressWarnings("restricted")
    private void mapsTheSecondPage(MethodHandle call) throws Throwable {
        Path path = folder.resolve("pages");
        byte[] bytes = new byte[2 * PAGE];
        bytes[PAGE] = 42;
        Files.write(path, bytes);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long descriptor = Integer.parseInt(descriptor(path));
            long mmap = CFunction.named("mmap").address();
            long address = (long) call.invokeExact(mmap, 0L, (long) PAGE, READ, PRIVATE, descriptor, (long) PAGE);
            byte first = MemorySegment.ofAddress(address).reinterpret(PAGE).get(ValueLayout.JAVA_BYTE, 0);
            assertEquals(42, first);
            assertEquals(0, (int) CFunction.named("munmap").call(address, PAGE, 0, 0, 0, 0));
            assertEquals(2L * PAGE, file.length()); // open until here
        }
    }

    private static String descriptor(Path path) throws Exception {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(one -> {
                        try {
                            return Files.isSameFile(one, path);
                        } catch (IOException e) {
                            return false; // the descriptor of this list
                        }
                    })
                    .findFirst()
                    .orElseThrow()
                    .getFileName()
                    .toString();
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

    @Test
    void aFunctionThatTheLibraryLacksIsKnown() {
        assertTrue(CFunction.exists("getpid"));
        assertFalse(CFunction.exists("jshmem_has_no_such_function"));
    }
}
