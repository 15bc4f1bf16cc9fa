// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// A machine whose accesses are made one after the other, without other PEs: for their costs alone.
public final class Costs {
    public final CostModel model;

    public Costs(Machine machine, int npes, long regionBytes) {
        model = machine.architecture().costs(setup(machine, npes, regionBytes));
    }

    /// A setup without noise, and without other PEs to wait for.
    public static SimulationSetup setup(Machine machine, int npes, long regionBytes) {
        Placement placement = machine.place(npes);
        Jitter none = new Jitter(null, npes);
        return new SimulationSetup(machine, npes, placement, regionBytes, none, (_, action) -> action.run());
    }

    /// Takes all steps of an access, and returns the end of the last one.
    public long alone(MachineAccess access, long now) {
        access.restart();
        long at = model.step(access, now);
        while (access.more) at = model.step(access, at);
        return at;
    }

    /// The end of an access to one range.
    public long alone(AccessKind kind, int pe, int region, long offset, long bytes, long now) {
        return alone(new MachineAccess(pe).become(kind, region, offset, bytes), now);
    }

    /// The end of a copy.
    public long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now) {
        return alone(
                new MachineAccess(pe)
                        .become(AccessKind.COPY, toRegion, to, bytes)
                        .from(fromRegion, from),
                now);
    }
}
