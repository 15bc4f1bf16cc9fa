// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.WakeCondition;
import org.jshmem.sim.model.Turns;

/// Turns of the engine for memory systems. The thread that has the baton takes the steps of an access. PEs that move
/// lines at the same time therefore need no task switch for each line.
final class EngineTurns implements Turns {
    private final Engine engine;
    private final Access[] accesses;

    EngineTurns(Engine engine, int npes) {
        this.engine = engine;
        accesses = new Access[npes];
        for (int pe = 0; pe < npes; pe++) accesses[pe] = new Access(pe);
    }

    @Override
    public long at(int pe, long time) {
        engine.advanceTo(pe, time);
        engine.turn(pe);
        return engine.now(pe);
    }

    @Override
    public long take(int pe, long time, Steps steps) {
        engine.advanceTo(pe, time);
        accesses[pe].steps = steps;
        engine.awaitInTurn(pe, accesses[pe]);
        return engine.now(pe);
    }

    /// The access that a PE is making.
    private final class Access implements WakeCondition {
        private final int pe;
        private Steps steps;

        Access(int pe) {
            this.pe = pe;
        }

        @Override
        public Look look() {
            engine.advanceTo(pe, steps.step(engine.now(pe)));
            return steps.hasMore() ? Look.GOES_ON : Look.HOLDS;
        }

        @Override
        public String describe() {
            return "PE " + pe + " copies";
        }
    }
}
