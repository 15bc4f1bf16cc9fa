// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.transport.Observer;

/// Passes the calls and the objects of a PE's program on to the accounts and reports of the job.
record CallObserver(SimTransport transport, SimJob job) implements Observer {
    @Override
    public long entered(String routine, long team) {
        transport.drain();
        job.memory.times.entered(transport.pe(), routine);
        return 0;
    }

    @Override
    public void left(long token, long number) {
        transport.drain();
        job.meter.left(transport.pe());
        job.memory.times.left(transport.pe());
        transport.direct.byCalls(false);
    }

    @Override
    public void object(long offset, long bytes, int width, String name) {
        job.reports.names.object(offset, bytes, width, name);
    }

    @Override
    public void named(long offset, String name) {
        job.reports.names.named(offset, name);
    }

    @Override
    public boolean watchesOwn() {
        return job.spec.latePuts || job.spec.races;
    }

    @Override
    public void read(long offset, long bytes) {
        job.memory.own(transport.pe(), AccessKind.LOAD, offset, offset + bytes);
    }

    @Override
    public void wrote(long offset, long bytes) {
        job.memory.own(transport.pe(), AccessKind.STORE, offset, offset + bytes);
    }
}
