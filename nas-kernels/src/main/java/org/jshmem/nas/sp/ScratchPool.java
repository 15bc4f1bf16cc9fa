// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymMem;

/// Sets of scratch memory that PEs share while they compute, for PEs that outnumber the cores.
///
/// A PE's own scratch memory would be cold whenever the PE gets a core: many other PEs have run since. So a PE takes
/// the first free set, which another PE has just returned and which is still in the cache. There are as many sets as
/// PEs, one in the memory of each, and few of them are ever touched.
final class ScratchPool {
    private static final int LINE = 64;
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final int npes;
    private final SymMem memory;

    /// On PE 0: for each set, whether it is taken.
    private final SymInts taken;

    ScratchPool(Shmem sh, long bytes) {
        npes = sh.nPes();
        memory = sh.mem(bytes, LINE);
        taken = sh.ints(npes);
    }

    int take() {
        for (int i = 0; ; i = (i + 1) % npes) {
            if (taken.compareSwap(i, FREE, TAKEN, 0) == FREE) return i;
        }
    }

    void give(int set) {
        taken.atomicSet(set, FREE, 0);
    }

    long address(int set) {
        return memory.ptr(set).address();
    }

    void free() {
        memory.free();
        taken.free();
    }
}
