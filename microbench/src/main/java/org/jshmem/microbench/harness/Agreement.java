// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// PE 0's choices, which the other PEs read after a barrier: two-sided tests have to run equally many operations on
/// both sides.
final class Agreement {
    /// Two slots: all PEs have read one before PE 0, a barrier later, writes it again.
    private static final int SLOTS = 2;

    private final Shmem sh;
    private final SymLongs slots;
    private int choices;

    Agreement(Shmem sh) {
        this.sh = sh;
        slots = sh.longs(SLOTS);
    }

    /// Returns PE 0's value on all PEs. Collective.
    long on(long mine) {
        int slot = choices++ % SLOTS;
        if (sh.myPe() == 0) slots.set(slot, mine);
        sh.barrierAll();
        return slots.g(slot, 0);
    }

    void close() {
        slots.free();
    }
}
