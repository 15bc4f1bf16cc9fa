// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Test;

/// Memory that one PE cannot back is no PE's.
class UnbackedTest {
    private static final int NPES = 3;
    private static final long SCARCE = 12_345 * 8;

    /// A PE whose machine has none of its memory for requests of one size, and for teams where it is told so.
    private static final class Poor extends ThreadTransport {
        private volatile boolean lacksTeams;

        Poor(Job job, int pe) {
            super(job, pe);
        }

        @Override
        public void back(long offset, long bytes, long zeroed) {
            boolean lacks = bytes == SCARCE || lacksTeams && bytes == SystemLayout.slotBytes(npes());
            if (lacks) throw new SymmetricHeapException("PE %d/%d: no memory".formatted(pe(), npes()));
            super.back(offset, bytes, zeroed);
        }
    }

    private static void refused(Runnable call) {
        String text = assertThrows(SymmetricHeapException.class, call::run).getMessage();
        assertTrue(text.contains("PE 1 could not get its " + SCARCE + " bytes of this allocation"), text);
    }

    @Test
    void whatOnePeCannotBackIsRefusedOnAllAndTheHeapStaysUsable() throws Exception {
        var job = ThreadTransport.Job.of(NPES);
        Threads.run(
                NPES,
                new AtomicReference<>(),
                pe -> PeBinding.call(pe == 1 ? new Poor(job, pe) : new ThreadTransport(job, pe), () -> {
                    for (int session = 0; session < 2; session++) sessionWithScarceMemory();
                    return null;
                }));
    }

    private static void sessionWithScarceMemory() {
        try (Shmem sh = Shmem.init()) {
            for (int round = 0; round < 4; round++) {
                refused(() -> sh.longs(SCARCE / 8));
                refused(() -> sh.longs(SCARCE / 8));
                SymLongs x = sh.longs(10);
                sh.longs(1);
                x.set(3, 33);
                refused(() -> x.realloc(SCARCE / 8)); // has to move
                assertEquals(33, x.get(3));
                assertEquals(NPES, sh.world().reduce(Op.SUM, 1));
            }
            assertEquals(4 * (128 + 64), sh.heapUsed());
        }
    }

    @Test
    void aTeamThatOnePeCannotBackIsRefusedOnAllAndTheNextOneIsMade() throws Exception {
        var job = ThreadTransport.Job.of(NPES);
        var poor = new Poor(job, 1);
        Threads.run(
                NPES,
                new AtomicReference<>(),
                pe -> Threads.session(pe == 1 ? poor : new ThreadTransport(job, pe), Config.DEFAULT, (sh, a) -> {
                    poor.lacksTeams = true;
                    sh.barrierAll();
                    for (int round = 0; round < 100; round++) {
                        String text = assertThrows(
                                        SymmetricHeapException.class,
                                        () -> sh.world().splitStrided(0, 1, NPES))
                                .getMessage();
                        assertTrue(text.contains(": PE 1 could not get "), text);
                        assertTrue(text.contains("bytes for a new team; close teams, free space"), text);
                    }
                    poor.lacksTeams = false;
                    sh.barrierAll();
                    assertEquals(
                            NPES,
                            sh.world().splitStrided(0, 1, NPES).orElseThrow().reduce(Op.SUM, 1));
                }));
    }

    /// A channel costs memory and a connection on several hosts.
    @Test
    void aContextThatIsRefusedOpensNoChannel() throws Exception {
        int[] opened = {0};
        var pe = new ThreadTransport(ThreadTransport.Job.of(1), 0) {
            @Override
            public Channel open() {
                opened[0]++;
                return super.open();
            }
        };
        Threads.session(pe, Config.DEFAULT, (sh, a) -> {
            int before = opened[0];
            var e = assertThrows(NullPointerException.class, () -> sh.ctx((Ctx.Option) null));
            assertEquals("PE 0/1: ctx, options[0] is null; give options that are not null", e.getMessage());
            assertEquals(before, opened[0]);
            sh.ctx().close();
            assertEquals(before + 1, opened[0]);
        });
    }

    /// The world's flags are there before any PE starts, and its buffers from the PE's own init on.
    @Test
    void anInitBacksTheBuffersOfTheWorld() throws Exception {
        List<Long> backed = new ArrayList<>();
        var pe = new ThreadTransport(ThreadTransport.Job.of(1), 0) {
            @Override
            public void back(long offset, long bytes, long zeroed) {
                backed.addAll(List.of(offset, offset + bytes));
                super.back(offset, bytes, zeroed);
            }
        };
        PeBinding.call(pe, () -> {
            Shmem.init().close();
            return null;
        });
        long end = SystemLayout.slot(SystemLayout.WORLD, 1) + SystemLayout.slotBytes(1);
        assertEquals(List.of(SystemLayout.startBytes(1, 1), end), backed.subList(0, 2));
    }

    @Test
    void theSlotsOfTheMostPesLieOneAfterTheOtherAndAllRegionsHaveAddresses() {
        for (int npes : new int[] {3, 5000, 1 << 16}) {
            long end = Shape.PAGE;
            for (int k = 0; k < SystemLayout.SLOTS * SystemLayout.PARTS; k++) {
                int slot = SystemLayout.part(k / SystemLayout.PARTS, k % SystemLayout.PARTS);
                assertEquals(end, SystemLayout.slot(slot, npes));
                end += SystemLayout.slotBytes(SystemLayout.room(slot, npes));
            }
            assertEquals(SystemLayout.bytes(npes), Shape.aligned(end));
            long heap = 256L << 20;
            assertTrue(npes * (SystemLayout.bytes(npes) + heap) < 1L << 47, "with " + npes + " PEs");
        }
    }
}
