// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/// A PE that waits for another host publishes its core.
class RemoteYieldsTest {
    private final Arena arena = Arena.ofAuto();
    private final Control control =
            new Control(arena.allocate(JobLayout.controlBytes(2), 64).address(), 2);

    @Test
    void aPeThatWaitsForAWhilePublishesItsCore() {
        for (int pe = 0; pe < 2; pe++) control.core(pe, -1);
        long begin = System.nanoTime();
        var yields = new RemoteYields(control, 1);
        long now = begin;
        while (control.core(1) < 0 && now - begin < 60_000_000_000L) now = yields.yield(now);
        assertTrue(AllowedCores.usable().contains(control.core(1)), "core " + control.core(1));
        assertTrue(now - begin >= 300_000_000, "a short program publishes nothing: " + (now - begin) + " ns");
        assertEquals(-1, control.core(0));
    }
}
