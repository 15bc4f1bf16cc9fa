// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntToDoubleFunction;
import org.jshmem.sim.cost.Machine;

/// A cache of simulated times that several rows of a board need: a machine gives the same picosecond each time, so
/// one simulation of each suffices.
final class Measured {
    private static final Map<Key, FutureTask<Double>> KNOWN = new ConcurrentHashMap<>();

    private Measured() {}

    private record Key(Machine machine, String what, int doubles) {}

    /// Returns the times of `what` by the number of doubles; `time` simulates each once.
    static IntToDoubleFunction of(Machine m, String what, IntToDoubleFunction time) {
        return n -> {
            FutureTask<Double> mine = new FutureTask<>(() -> time.applyAsDouble(n));
            FutureTask<Double> task = KNOWN.putIfAbsent(new Key(m, what, n), mine);
            if (task == null) {
                task = mine;
                mine.run();
            }
            try {
                return task.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the board was interrupted", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException(what + " of " + n + " doubles failed", e.getCause());
            }
        };
    }
}
