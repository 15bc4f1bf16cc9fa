// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.kernel.Simcall;

/// An operation of a PE on simulated memory: the memory gives its cost, the checks and accounts observe it, and its
/// bytes move.
abstract class MemoryAccess extends Simcall {
    final Simulation sim;
    final int pe;
    final Activity kind;
    int region;
    long offset;
    long bytes;

    long start = -1; // of the first step
    long done = -1; // known after the last step of the cost
    long seen; // time at which a waiting PE can notice the change

    /// With `issued` the PE's thread goes on before the access, and any thread takes its steps.
    MemoryAccess(Simulation sim, int pe, Activity kind, int region, long offset, long bytes, boolean issued) {
        super(issued);
        this.sim = sim;
        this.pe = pe;
        this.kind = kind;
        this.region = region;
        this.offset = offset;
        this.bytes = bytes;
    }

    /// Makes this access again, on other bytes.
    final void again(int otherRegion, long otherOffset) {
        region = otherRegion;
        offset = otherOffset;
        start = -1;
        done = -1;
    }

    /// The memory has told the end of a changing access. Returns the time at which its bytes change, if that is later.
    final long effect(long now, long end) {
        done = end;
        seen = sim.memory.seen();
        long effect = sim.memory.effect();
        return effect > now ? effect : -1;
    }

    /// Enters the access into the accounts.
    final void note() {
        sim.note(pe, kind, region, offset, bytes, start, done);
    }

    @Override
    public String describe() {
        return "PE " + pe + " " + kind.word() + "s";
    }
}
