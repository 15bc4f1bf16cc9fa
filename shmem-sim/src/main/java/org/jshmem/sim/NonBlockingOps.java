// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
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

    /// A call of a channel, and what its quiet does.
    private record Pending(LatePutsChannel by, Runnable completion) {}

    private final Simulation sim;
    private final List<Pending> calls = new ArrayList<>();

    NonBlockingOps(Simulation sim) {
        this.sim = sim;
    }

    /// Records the call of a put.
    void put(LatePuts.Call call, Source source) {
        MemorySegment before = Arena.ofAuto().allocate(call.bytes());
        source.read(0, before.address(), call.bytes());
        calls.add(new Pending(call.by(), () -> {
            if (source.isThere() && before.mismatch(source.segment.asSlice(source.from, call.bytes())) >= 0)
                report(call);
        }));
    }

    /// Records the call of a get to private memory.
    void get(LatePutsChannel by, int region, long offset, MemorySegment to, long at, long bytes) {
        calls.add(new Pending(by, () -> Memory.copyOut(sim.regions.address(region, offset), to, at, bytes)));
    }

    /// Completes all calls of a channel, as its quiet does.
    void complete(LatePutsChannel by) {
        List<Pending> over = calls.stream().filter(call -> call.by == by).toList();
        calls.removeAll(over);
        over.forEach(call -> call.completion.run());
    }

    private void report(LatePuts.Call call) {
        int maker = call.by().pe();
        String here = sim.reports.here();
        sim.reports.add(
                "source %s %s".formatted(call.key(sim.reports.names), here),
                "source in use on PE %d: PE %d putNbi of %s, may not have read its source yet, and it has changed before quiet%s completes the put; a quiet before the change completes the put"
                        .formatted(maker, maker, call.words(sim.reports.names), here));
    }
}
