// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.Arrays;
import org.jshmem.Shmem;

/// The time of a PE in each phase, on the backend's clock: at any moment the PE is in exactly one phase.
public final class Stopwatch {
    /// A kind of work of a PE.
    public enum Phase {
        /// Arithmetic and packing of this PE.
        COMPUTE("compute"),
        /// Moving data to and from other PEs: put and get, or loads and stores through `ptr`.
        TRANSFER("transfer"),
        /// Collective operations that combine values.
        REDUCTION("reduction"),
        WAITING("waiting");

        public final String label;

        Phase(String label) {
            this.label = label;
        }
    }

    private final Shmem sh;
    private final long[] nanos = new long[Phase.values().length];
    private Phase phase = Phase.COMPUTE;
    private long since;

    public Stopwatch(Shmem sh) {
        this.sh = sh;
        since = sh.nanoTime();
    }

    /// Sets all times to 0 and starts in [Phase#COMPUTE].
    public void restart() {
        Arrays.fill(nanos, 0);
        phase = Phase.COMPUTE;
        since = sh.nanoTime();
    }

    /// Ends the current phase and starts `next`.
    public void enter(Phase next) {
        long now = sh.nanoTime();
        nanos[phase.ordinal()] += now - since;
        since = now;
        phase = next;
    }

    /// Nanoseconds spent in a phase up to the last change of phase.
    public long nanos(Phase of) {
        return nanos[of.ordinal()];
    }

    /// Nanoseconds in all phases up to the last change of phase.
    public long total() {
        long sum = 0;
        for (long n : nanos) sum += n;
        return sum;
    }
}
