// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import org.jshmem.Shmem;

/// What a PE spends its time on, by the backend's clock.
final class Phases {
    /// The parts of a step.
    enum Phase {
        /// Learning where the molecule is.
        BROADCAST,
        /// Pairs, and the sum of one double.
        SHORT,
        /// Waves, computed.
        WAVES,
        /// Waves, the sum of 552 doubles.
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

    /// Forgets what was spent.
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
