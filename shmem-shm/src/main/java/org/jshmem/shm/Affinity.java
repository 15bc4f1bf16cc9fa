// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// The cores on which the PEs of a job run, as the PEs publish them, and the move off a core that another PE uses. For
/// jobs with a core for each PE.
/*
 * A wake-up may put a PE on the core of the PE that wakes it, although another core idles. If both PEs then leave out
 * yields (`SharedCore`), each spins for a whole round while the PE that it awaits cannot run. The spinning PE then
 * sleeps, and is woken on that core again. Each takes the other for a thread that computes, so this can last as long as
 * the program (docs/internals/first-second.md). So a PE publishes its core after it has spun in vain and when it wakes.
 * It moves to a free core if another PE has published the same core.
 */
final class Affinity {
    private final Control control;
    private final int pe;

    Affinity(Control control, int pe) {
        this.control = control;
        this.pe = pe;
    }

    /// Moves the calling thread off a core that another PE has published. Returns false if the thread stays on its
    /// core.
    boolean leavesShared() {
        int here = publish();
        if (here < 0 || !isTaken(here)) return false;
        SystemCalls.leaveCores(this::isTaken);
        return publish() != here;
    }

    /// Publishes the core of the calling thread.
    int publish() {
        int here = SystemCalls.core();
        control.core(pe, here);
        return here;
    }

    /// Publishes that this PE uses no core, as while it sleeps.
    void retract() {
        control.core(pe, -1);
    }

    private boolean isTaken(int core) {
        for (int k = 0; k < control.npes(); k++) if (k != pe && control.core(k) == core) return true;
        return false;
    }
}
