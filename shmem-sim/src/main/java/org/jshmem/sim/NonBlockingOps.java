// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jshmem.transport.Memory;

/// The non-blocking calls that no quiet has completed yet, in a run with an adversary. A quiet fills the destinations
/// of gets. A source that changes before its quiet is reported.
final class NonBlockingOps {
    /// The source of a call, which may read its bytes at any time before its quiet. They begin at `from` of a segment.
    record Source(MemorySegment segment, long from) {
        private boolean isThere() {
            return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
        }

        /// Copies the present bytes to an address. Copies nothing if the program has freed the segment.
        void read(long skip, long address, long bytes) {
            if (isThere()) Memory.copyIn(segment, from + skip, address, bytes);
        }
    }

    /// A non-blocking put: its source, and a copy of the source from the time of the call.
    private record Put(LatePuts.Call call, Source source, MemorySegment before) {

        boolean hasChanged() {
            if (!source.isThere()) return false;
            MemorySegment now = source.segment.asSlice(source.from, call.bytes());
            return before.mismatch(now) >= 0;
        }
    }

    private record Get(LatePutsChannel by, int region, long offset, MemorySegment to, long at, long bytes) {}

    private final Simulation sim;
    private final List<Put> puts = new ArrayList<>();
    private final List<Get> gets = new ArrayList<>();

    NonBlockingOps(Simulation sim) {
        this.sim = sim;
    }

    /// Records the call of a put.
    void put(LatePuts.Call call, Source source) {
        MemorySegment before = Arena.ofAuto().allocate(call.bytes());
        source.read(0, before.address(), call.bytes());
        puts.add(new Put(call, source, before));
    }

    /// Records the call of a get to private memory.
    void get(LatePutsChannel by, int region, long offset, MemorySegment to, long at, long bytes) {
        gets.add(new Get(by, region, offset, to, at, bytes));
    }

    /// Completes all calls of a channel, as its quiet does.
    void complete(LatePutsChannel by) {
        for (Iterator<Put> all = puts.iterator(); all.hasNext(); ) {
            Put put = all.next();
            if (put.call.by() != by) continue;
            all.remove();
            if (put.hasChanged()) report(put, sim.reports.here());
        }
        for (Iterator<Get> all = gets.iterator(); all.hasNext(); ) {
            Get get = all.next();
            if (get.by != by) continue;
            all.remove();
            Memory.copyOut(sim.regions.address(get.region, get.offset), get.to, get.at, get.bytes);
        }
    }

    private void report(Put put, String here) {
        int maker = put.call.by().pe();
        sim.reports.add(
                "source %s %s".formatted(put.call.key(sim.reports.names), here),
                "source in use on PE %d: PE %d putNbi of %s, may not have read its source yet, and it has changed before quiet%s completes the put; a quiet before the change completes the put"
                        .formatted(maker, maker, put.call.words(sim.reports.names), here));
    }
}
