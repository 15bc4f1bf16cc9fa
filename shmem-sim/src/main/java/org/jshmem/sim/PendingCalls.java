// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jshmem.transport.Memory;

/// The non-blocking calls that no quiet has completed yet, in a run with an adversary: destinations of gets are
/// filled by the quiet, and a source that has changed before it is reported.
final class PendingCalls {
    /// Bytes that a call reads before its quiet, at `from` of a segment.
    record Source(MemorySegment segment, long from) {
        private boolean isThere() {
            return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
        }

        /// Copies what is there now to an address; nothing where the program has given the memory back.
        void read(long skip, long address, long bytes) {
            if (isThere()) Memory.copyIn(segment, from + skip, address, bytes);
        }
    }

    /// A put: its source, what that was when it was called, and where it is if it is symmetric.
    private record Put(
            SimChannel by, Source source, MemorySegment before, int region, long offset, long bytes, String made) {

        boolean hasChanged() {
            if (!source.isThere()) return false;
            MemorySegment now = source.segment.asSlice(source.from, bytes);
            return before.mismatch(now) >= 0;
        }
    }

    private record Get(SimChannel by, int region, long offset, MemorySegment to, long at, long bytes) {}

    private final Simulation sim;
    private final List<Put> puts = new ArrayList<>();
    private final List<Get> gets = new ArrayList<>();

    PendingCalls(Simulation sim) {
        this.sim = sim;
    }

    /// A put is called; `region` is -1 where its source is private.
    void put(SimChannel by, Source source, int region, long offset, long bytes, String made) {
        MemorySegment before = Arena.ofAuto().allocate(bytes);
        source.read(0, before.address(), bytes);
        puts.add(new Put(by, source, before, region, offset, bytes, made));
    }

    /// A get to private memory is called.
    void get(SimChannel by, int region, long offset, MemorySegment to, long at, long bytes) {
        gets.add(new Get(by, region, offset, to, at, bytes));
    }

    /// Symmetric bytes change: those of a source must not.
    void changes(int pe, Activity event, int region, long from, long to) {
        for (Put put : puts) {
            if (put.region != region || put.offset >= to || from >= put.offset + put.bytes) continue;
            String here = sim.races.here();
            report(
                    put,
                    here,
                    "PE %d %s of %s%s changes it"
                            .formatted(pe, event.word(), sim.objects.words(from, to - from), here));
        }
    }

    /// A channel's quiet.
    void complete(SimChannel by) {
        for (Iterator<Put> all = puts.iterator(); all.hasNext(); ) {
            Put put = all.next();
            if (put.by != by) continue;
            all.remove();
            if (put.region < 0 && put.hasChanged()) {
                String here = sim.races.here();
                report(put, here, "it has changed before quiet%s completes the put".formatted(here));
            }
        }
        for (Iterator<Get> all = gets.iterator(); all.hasNext(); ) {
            Get get = all.next();
            if (get.by != by) continue;
            all.remove();
            Memory.copyOut(sim.regions.address(get.region, get.offset), get.to, get.at, get.bytes);
        }
    }

    private void report(Put put, String here, String what) {
        sim.races.report(
                "source %s %s".formatted(put.made.replaceAll(", t=.*|\\[.*?]", ""), here),
                "source in use on PE %d: PE %d putNbi of %s, may not have read its source yet, and %s; a quiet before the change completes the put"
                        .formatted(put.by.pe(), put.by.pe(), put.made, what));
    }
}
