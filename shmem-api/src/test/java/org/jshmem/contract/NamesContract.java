// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.jshmem.compat.OpenShmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Programs in the style of 1.0, through the C names.
@Tag(Samples.TAG)
public abstract class NamesContract extends ApiContract {

    private static SymLongs preset() {
        SymLongs pSync = shmalloc_long(SHMEM_BCAST_SYNC_SIZE);
        for (int i = 0; i < SHMEM_BCAST_SYNC_SIZE; i++) pSync.set(i, SHMEM_SYNC_VALUE);
        shmem_barrier_all();
        return pSync;
    }

    @Test
    void aProgramOfTheFirstVersionRunsWithoutInitAndFinalize() throws Exception {
        for (int npes : counts()) {
            launch(npes, CONFIG, () -> {
                refused("no session", STATE, () -> _my_pe(), "shmem_init() or Shmem.run");
                start_pes(0);
                start_pes(0);
                int me = _my_pe();
                int n = _num_pes();
                assertEquals(npes, n);
                int next = (me + 1) % n;
                SymInts target = shmalloc_int(2);
                SymInts count = shmalloc_int(1);
                shmem_int_put(target, new int[] {me, me}, 2, next);
                shmem_fence();
                shmem_int_inc(count, next);
                shmem_int_wait_until(count, SHMEM_CMP_GE, 1);
                assertEquals((me + n - 1) % n, target.get(1));
                SymMem bytes = shmalloc(16);
                shmem_putmem(bytes, new byte[] {1, 2}, 2, next);
                shmem_quiet();
                shmem_barrier_all();
                assertEquals(2, shmem_ptr(bytes, me).get(ValueLayout.JAVA_BYTE, 1));
                assertNull(shmem_ptr(bytes, n));
                assertEquals(0, shmem_pe_accessible(-1));
                assertEquals(1, shmem_addr_accessible(bytes, next));
                shmem_udcflush();
                shfree(bytes);
                shfree(null);
                assertTrue(Shmem.isInitialized());
            });
        }
    }

    @Test
    void initAndFinalizeArePairs() throws Exception {
        launch(2, CONFIG, () -> {
            shmem_init();
            shmem_init();
            assertEquals(2, shmem_n_pes());
            shmem_finalize();
            assertEquals(2, shmem_n_pes());
            Shmem handle = Shmem.init();
            shmem_finalize();
            shmem_finalize();
            assertFalse(Shmem.isInitialized());
            refused("PE ", STATE, () -> handle.longs(1), "this handle is closed");
            handle.close();
            refused("no session", STATE, () -> shmem_finalize(), "shmem_init");
            start_pes(0);
            assertTrue(shmem_my_pe() < 2);
        });
    }

    /// The last sets of a PE find no free slot: each is opened and closed with its call.
    @Test
    void aPeCanBeInAnyNumberOfActiveSets() throws Exception {
        launch(13, CONFIG, () -> {
            start_pes(0);
            int me = _my_pe();
            SymLongs pSync = preset();
            SymLongs pWrk = shmalloc_long(SHMEM_REDUCE_MIN_WRKDATA_SIZE);
            SymLongs x = shmalloc_long(1);
            SymLongs y = shmalloc_long(1);
            x.set(0, 1L << me);
            int mine = 0;
            for (int round = 0; round < 2; round++) {
                for (int log = 0; log < 2; log++) {
                    for (int start = 0; start < 13; start++) {
                        for (int size = 1; start + (size - 1 << log) < 13; size++) {
                            shmem_barrier_all(); // one pSync serves one set at a time
                            int k = me - start >> log;
                            if (me < start || k >= size || start + (k << log) != me) continue;
                            mine++;
                            int n = size;
                            int from = start;
                            int by = log;
                            String who = "PE " + me + "/13: ";
                            if ((start + size) % 5 == 0) // the argument is wrong on all members
                            refused(who, ARGUMENT, () -> shmem_long_or_to_all(y, x, 1, from, by, n, x, pSync))
                                        .says("pWrk has 1");
                            shmem_long_or_to_all(y, x, 1, start, log, size, pWrk, pSync);
                            long all = 0;
                            for (int j = 0; j < size; j++) all |= 1L << start + (j << log);
                            assertEquals(all, y.get(0));
                            shmem_barrier(start, log, size, pSync);
                            shmem_sync(start, log, size, pSync);
                            for (int i = 0; i < 8; i++) assertEquals(SHMEM_SYNC_VALUE, pSync.get(i));
                        }
                    }
                }
            }
            if (me == 6) assertEquals(2 * 65, mine);
            shmem_barrier_all();
        });
    }

    /// The words of other refusals are in refusals.txt.
    @Test
    void activeSetsAreChecked() throws Exception {
        launch(4, CONFIG, () -> {
            start_pes(0);
            String who = "PE " + _my_pe() + "/4: ";
            SymLongs pSync = preset();
            SymInts x = shmalloc_int(100);
            refused(who, ARGUMENT, () -> shmem_barrier(0, 1, 3, pSync))
                    .says("PE_start=0, logPE_stride=1, PE_size=3", "4 PEs");
            if (_my_pe() == 3) {
                refused(who, ARGUMENT, () -> shmem_barrier(0, 1, 2, pSync), "this PE is not in the active set");
            }
            refused(who, BOUNDS, () -> shmem_broadcast32(x, x, 1, 4, 0, 0, 4, pSync))
                    .says("root: PE 4 does not exist");
            shmem_barrier(0, 0, 4, pSync);
        });
    }
}
