// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import org.jshmem.Shmem;

/// The time of a PE in each part of the steps, by the backend's clock.
final class Phases {
    /// The parts of a step.
    enum Phase {
        /// The broadcast of the molecule's place.
        BROADCAST,
        /// Pairs, and the sum of one double.
        SHORT,
        /// The computation of the waves.
        WAVES,
        /// The sum of the waves, 552 doubles.
        SUM,
        /// The rest.
        OTHER
    }

    private final Shmem sh;
    private final long[] spent = new long[Phase.values().length];
    private Phase phase = Phase.OTHER;
    private long since;

    Phases(Shmem sh) {
        this.sh = sh;
        since = sh.nanoTime();
    }

    void enter(Phase next) {
        long now = sh.nanoTime();
        spent[phase.ordinal()] += now - since;
        since = now;
        phase = next;
    }

    /// Sets all times to zero.
    void restart() {
        enter(Phase.OTHER);
        java.util.Arrays.fill(spent, 0);
    }

    double seconds(Phase phase) {
        return spent[phase.ordinal()] / 1e9;
    }

    double seconds() {
        long all = 0;
        for (long each : spent) all += each;
        return all / 1e9;
    }
}
