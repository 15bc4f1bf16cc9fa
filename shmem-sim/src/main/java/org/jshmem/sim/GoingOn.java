// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.function.BooleanSupplier;

/// Whether a PE goes on after the failure of its job: it has kept the turn for 0.6 s of host time, since it computes or
/// its program catches the exceptions. A process that goes on is killed after this time; a thread can only be left
/// behind.
final class GoingOn implements BooleanSupplier {
    private static final long GRACE = 600_000_000; // ns

    private final Simulation sim;
    private int pe = -1; // the PE that has the turn
    private long since;
    private volatile boolean found;

    GoingOn(Simulation sim) {
        this.sim = sim;
    }

    /// Looks again. The thread that runs the simulation calls, ten times a second.
    @Override
    public boolean getAsBoolean() {
        if (sim.failure() == null) return false;
        int running = sim.kernel.running();
        long now = System.nanoTime();
        if (running != pe) {
            pe = running;
            since = now;
        }
        found = running >= 0 && now - since > GRACE;
        return found;
    }

    /// The PE that goes on, -1 for none.
    int pe() {
        return found ? pe : -1;
    }
}
