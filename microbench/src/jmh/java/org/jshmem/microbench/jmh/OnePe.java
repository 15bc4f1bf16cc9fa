// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;

/// A job of one PE in JMH's own JVM, and what pollutes the type profiles of the JDK's segment accessors in it.
final class OnePe {
    private static final long HEAP = 256 << 20;
    private static final int ROUNDS = 100_000;

    private OnePe() {}

    static Shmem start() {
        return Shmem.init(new Config(HEAP, ThreadLevel.MULTIPLE, Duration.ZERO));
    }

    /// Uses puts, gets and the JDK's own copies with every kind of segment and array, until the JIT compiler has seen
    /// them all at each call site.
    static void pollute(SymLongs x) {
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            MemorySegment[] kinds = {
                confined.allocate(64, 8),
                shared.allocate(64, 8),
                MemorySegment.ofArray(new long[8]),
                MemorySegment.ofArray(new byte[64]),
                MemorySegment.ofArray(new double[8]),
                MemorySegment.ofArray(new int[16]),
                x.local().asSlice(0, 64),
                x.ptr(0).asSlice(64, 64),
            };
            long[] array = new long[8];
            for (int i = 0; i < ROUNDS; i++) {
                MemorySegment kind = kinds[i % kinds.length];
                x.put(0, kind, 0);
                x.get(0, kind, 0);
                x.put(0, array, 0, 8, 0);
                x.get(0, array, 0, 8, 0);
                MemorySegment.copy(kind, 0, kinds[(i + 1) % kinds.length], 0, 64);
                kind.fill((byte) i);
            }
        }
    }
}
