// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.function.Consumer;
import org.jshmem.Cmp;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The measurements of the Ramos & Hoefler paper as simulated scenes.
///
/// A scene forces the cache states that the paper's set-up forces, runs once, and returns nanoseconds: from the
/// common start to the last PE's end, unless its comment names another interval.
final class Scenes {
    private static final String WAIT = "for a flag of the experiment";
    static final long BUFFER = 16384;

    /// Bytes of the large broadcasts.
    static final int LARGE = 8192;

    private Scenes() {}

    /// The seed of the scenes that the calling thread runs; without one, costs do not vary.
    static final ScopedValue<Long> SEED = ScopedValue.newInstance();

    static double nanos(Machine m, int n, Consumer<Simulation> states, Consumer<SimTransport> body) {
        JobSpec job = JobSpec.of(m, n, 64 * 1024);
        if (SEED.isBound()) job = job.seed(SEED.get());
        try (Simulation sim = new Simulation(job)) {
            states.accept(sim);
            sim.runOrThrow(body);
            return sim.picos() / 1000.0;
        }
    }

    private static void privateBuffers(Simulation sim) {
        for (int pe = 0; pe < sim.npes(); pe++) {
            sim.force(pe, RamosHoeflerBroadcast.MESSAGE, 8, pe);
        }
    }

    /// Returns the states at first: all lines in memory, or those of `cached` in their owners' caches.
    private static Consumer<Simulation> states(boolean inMemory, Consumer<Simulation> cached) {
        return inMemory ? sim -> {} : cached;
    }

    static double smallBroadcast(Machine m, TreeShape tree) {
        return smallBroadcast(m, tree, false);
    }

    static double smallBroadcast(Machine m, TreeShape tree, boolean inMemory) {
        Consumer<Simulation> states = states(inMemory, Scenes::privateBuffers);
        return nanos(m, tree.parent().length, states, t -> new RamosHoeflerBroadcast(t, 0).small(tree, 7, 1));
    }

    private static void largeBuffers(Simulation sim) {
        privateBuffers(sim);
        sim.force(0, BUFFER, LARGE, 0);
    }

    static double flatBroadcast(Machine m, int n) {
        return large(m, n, false, false);
    }

    static double pipelinedBroadcast(Machine m, int n) {
        return large(m, n, true, false);
    }

    /// A broadcast of 8 kB, pipelined or flat.
    static double large(Machine m, int n, boolean pipelined, boolean inMemory) {
        TreeShape flat = TreeShape.flat(n);
        return nanos(m, n, states(inMemory, Scenes::largeBuffers), t -> {
            RamosHoeflerBroadcast broadcast = new RamosHoeflerBroadcast(t, 0);
            if (pipelined) broadcast.pipelined(flat, BUFFER, LARGE, 1);
            else broadcast.flat(flat, BUFFER, LARGE, 1);
        });
    }

    static double barrier(Machine m, int n, int partners) {
        return nanos(m, n, sim -> {}, t -> new RamosHoeflerBarrier(t, 0, partners).await(1));
    }

    static double reduction(Machine m, TreeShape tree) {
        int n = tree.parent().length;
        return nanos(m, n, sim -> {}, t -> new RamosHoeflerReduction(t, 0).sum(tree, 1, 1));
    }

    /// A broadcast from PE 0, which copies its buffer into that of each other PE in turn. Each of these polls its
    /// last word.
    static double senderDriven(Machine m, int n, int bytes) {
        return nanos(
                m.with("t_put", 0),
                n,
                sim -> {
                    for (int pe = 0; pe < n; pe++) sim.force(pe, BUFFER, bytes, pe);
                    Memory.setLong(sim.transport(0).address(0, BUFFER + bytes - 8), 1); // the canary
                },
                t -> {
                    if (t.pe() != 0) {
                        t.awaitOf(t.pe(), BUFFER + bytes - 8, Cmp.NE, 0, WAIT);
                        return;
                    }
                    for (int pe = 1; pe < n; pe++) t.channel().copy(pe, BUFFER, 0, BUFFER, bytes);
                });
    }

    /// Figure 6: `readers` PEs copy one line, as in eq. 3, with the line and the readers' own lines in their owners'
    /// caches, or all in memory.
    static double readers(Machine m, int readers, boolean inMemory) {
        return nanos(
                m.with("t_get", 0),
                readers + 1,
                states(inMemory, sim -> {
                    sim.force(0, BUFFER, 64, 0);
                    for (int pe = 1; pe <= readers; pe++) sim.force(pe, 0, 64, pe);
                }),
                t -> {
                    if (t.pe() != 0) t.channel().copy(t.pe(), 0, 0, BUFFER, 64);
                });
    }

    /// Children notify PE 0 through one shared line, or through a line for each child.
    static double notifyBack(Machine m, int children, boolean oneLine) {
        return nanos(m, children + 1, sim -> {}, t -> {
            if (t.pe() != 0) {
                if (oneLine) t.channel().atomic(Atomic.ADD, 0, 0, 8, 1, 0);
                else t.channel().store(0, 64L * t.pe(), 8, 1);
            } else if (oneLine) {
                t.awaitOf(0, 0, Cmp.GE, children, WAIT);
            } else {
                for (int child = 1; child <= children; child++) t.awaitOf(0, 64L * child, Cmp.GE, 1, WAIT);
            }
        });
    }
}
