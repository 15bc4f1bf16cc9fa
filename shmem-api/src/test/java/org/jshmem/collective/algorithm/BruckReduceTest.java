// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// A team whose receive buffer has no room for a value of each member.
class BruckReduceTest {
    private static final int NPES = 8193;

    @Test
    void sumsOfDoublesOfThousandsOfMembersAreThoseOfFlat() {
        var transport = new ThreadTransport(ThreadTransport.Job.of(NPES), 1) {
            @Override
            public boolean await(long offset, long length, Wait wait) {
                throw new UnsupportedOperationException("waits");
            }
        };
        Group g = Group.world(transport, transport.channel());
        g.algorithm(Collective.REDUCE, AlgorithmNames.named(Collective.REDUCE, "bruck"));
        long heap = SystemLayout.bytes(NPES);
        assertThrows(
                UnsupportedOperationException.class,
                () -> Reductions.reduce(g, Op.SUM, ElementType.DOUBLE, heap, heap, 4));
        // flat: this member has signalled to member 0, and awaits the result
        assertEquals(g.calls.flag(0), transport.channel().load(0, g.calls.from(1), 8));
    }
}
