// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CallCosts;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;
import org.junit.jupiter.api.Test;

/// A machine of another kind than those there are, made of the framework's parts alone: nothing is coherent, a store
/// takes 100 ns and arrives 10 ns before it is done, a look takes 30 ns, also in vain.
class LateMachineTest {
    private static final class Mailboxes extends CostModel {
        private Mailboxes() {
            super(32);
        }

        @Override
        public long step(MachineAccess access, long now) {
            access.more = false;
            if (access.work != null) return now + access.work.flops() * 1000;
            return access.kind.changes() ? access.changed(now + 90_000, now + 90_000, now + 100_000) : now + 30_000;
        }

        @Override
        public int writer(int region, long offset) {
            return -1;
        }

        @Override
        public void place(int region, long offset, long bytes, int holder) {}
    }

    private static final class Architect implements Architecture {
        @Override
        public int mostPes(Machine machine) {
            return 4096;
        }

        @Override
        public List<MemorySpace> spaces(Machine machine) {
            return List.of(new MemorySpace(MemorySpace.HEAP, 0, 0, 32, Reach.RMA, false));
        }

        @Override
        public int cores(Machine machine) {
            return 4096;
        }

        @Override
        public CallCosts calls(Machine machine) {
            return CallCosts.FREE;
        }

        @Override
        public CostModel costs(SimulationSetup setup) {
            return new Mailboxes();
        }

        @Override
        public long skew(Machine machine) {
            return 0;
        }
    }

    private static final Machine LATE = new Machine("late", "mailboxes", List.of(), new Architect());

    @Test
    void aStoreIsSeenWhenItArrivesAndNotBefore() {
        long[] seen = new long[3];
        long[] done = new long[2];
        try (Simulation sim = new Simulation(JobSpec.of(LATE, 2, 4096))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 0) {
                    t.channel().store(1, 0, 8, 7);
                    done[0] = t.picos();
                } else {
                    t.sleep(89);
                    seen[0] = t.channel().load(1, 0, 8); // at 89 ns, a nanosecond before it arrives
                    t.sleep(1);
                    seen[1] = t.channel().load(1, 0, 8);
                    seen[2] = t.picos();
                }
            });
        }
        assertEquals(100_000, done[0]);
        assertEquals(0, seen[0]);
        assertEquals(7, seen[1]);
        assertEquals(150_000, seen[2]);
    }

    @Test
    void moreThanSixtyFourCoresAndPesOfOneCore() {
        Machine wide = MachineFiles.named("knc").with("cores", 300);
        try (Simulation sim = new Simulation(JobSpec.of(wide, 700, 4096))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 0) t.channel().signal(0, 0, 1);
                else t.awaitOf(0, 0, Cmp.EQ, 1, "in a test");
            });
        }
    }
}
