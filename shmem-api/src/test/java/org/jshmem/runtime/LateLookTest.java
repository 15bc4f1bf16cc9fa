// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// A thread that runs several PEs may still look at the condition of a wait that an interrupt has ended.
class LateLookTest {
    private static final class Keeper extends ThreadTransport {
        private Condition latest;

        Keeper(Job job) {
            super(job, 0);
        }

        @Override
        public boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
            latest = condition;
            return super.awaitAny(offset, bytes, condition, wait);
        }
    }

    @Test
    void aLateLookLeavesTheCallersArrayAlone() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var pe = new Keeper(ThreadTransport.Job.of(1, SystemLayout.bytes(1) + (1 << 20), false, arena));
            PeBinding.call(pe, () -> {
                try (Shmem sh = Shmem.init()) {
                    SymLongs words = sh.longs(2);
                    words.set(1, 7);
                    int[] indices = new int[2];
                    assertEquals(1, words.waitUntilSome(indices, Cmp.EQ, 7));
                    words.set(0, 7);
                    assertEquals(true, pe.latest.holds());
                    assertArrayEquals(new int[] {1, 0}, indices);
                }
                return null;
            });
        }
    }
}
