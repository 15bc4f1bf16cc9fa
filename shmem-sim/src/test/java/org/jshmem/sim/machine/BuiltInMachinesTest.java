// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import org.jshmem.sim.cost.CostModelContract;
import org.jshmem.sim.cost.Machine;
import org.junit.jupiter.api.Nested;

/// The machines that come with the simulator keep the rules of their costs.
@SuppressWarnings("ClassCanBeStatic") // JUnit takes inner classes only
class BuiltInMachinesTest {
    @Nested
    class Coherent extends CostModelContract {
        @Override
        protected Machine machine() {
            return MachineFiles.named("knc");
        }
    }

    @Nested
    class OnMesh extends CostModelContract {
        @Override
        protected Machine machine() {
            return MachineFiles.named("scc");
        }
    }

    @Nested
    class OfHosts extends CostModelContract {
        @Override
        protected Machine machine() {
            return MachineFiles.named("cluster").with("cores", 4);
        }
    }
}
