// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.transport.Observer;

/// The observer of one simulated PE: passes the program's calls and objects to reports, to the summary and to the race
/// checks.
final class SimObserver implements Observer {
    private final Simulation sim;
    private final int pe;

    SimObserver(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
    }

    @Override
    public long entered(String routine, long team) {
        sim.transport(pe).drain();
        if (sim.meter != null) sim.meter.stop(pe);
        sim.spent().entered(pe, routine);
        return 0;
    }

    @Override
    public void left(long token, long number) {
        sim.transport(pe).drain();
        sim.spent().left(pe);
        if (sim.meter != null) sim.meter.begin(pe);
    }

    @Override
    public void object(long offset, long bytes, int width, String name) {
        sim.objects.object(offset, bytes, width, name);
    }

    @Override
    public void named(long offset, String name) {
        sim.objects.named(offset, name);
    }

    @Override
    public boolean watchesOwn() {
        return sim.delayed != null || sim.conflicts != null;
    }

    @Override
    public void read(long offset, long bytes) {
        if (sim.delayed != null) sim.delayed.read(pe, Activity.LOAD, pe, offset, offset + bytes);
        if (sim.conflicts != null) sim.conflicts.own(pe, Activity.LOAD, offset, offset + bytes);
    }

    @Override
    public void wrote(long offset, long bytes) {
        if (sim.delayed != null) sim.delayed.nonBlocking.changes(pe, Activity.STORE, pe, offset, offset + bytes);
        if (sim.conflicts != null) sim.conflicts.own(pe, Activity.STORE, offset, offset + bytes);
    }
}
