// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// A job of two PEs in this JVM, and fresh words for each race.
final class TwoPes {
    /// Distance of two words that a race uses: they share no line.
    static final int APART = 128;

    private static final int SLOT = 4 * APART;
    private static final int SLOTS = 1 << 15; // more than a harness holds at a time
    private static final LocalJob JOB =
            LocalJob.create(Path.of("/dev/shm"), new Shape(2, (long) SLOT * SLOTS, (long) SLOT * SLOTS, 0, 0));
    private static final AtomicInteger NEXT = new AtomicInteger();

    static final Transport PE0 = JOB.attach(0);
    static final Transport PE1 = JOB.attach(1);

    private TwoPes() {}

    /// Where a slot of zeros begins, in both regions.
    static long slot() {
        long at = (long) (NEXT.getAndIncrement() & SLOTS - 1) * SLOT;
        for (Transport t : new Transport[] {PE0, PE1}) {
            for (int k = 0; k < 4; k++) Memory.zero(t.address(t.pe(), at + (long) k * APART), 64);
        }
        return at;
    }
}
