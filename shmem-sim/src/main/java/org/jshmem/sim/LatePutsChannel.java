// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jshmem.sim.LatePuts.Held;
import org.jshmem.sim.LatePuts.Source;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.transport.Memory;

/// A channel whose puts to other PEs, and whose non-blocking gets, arrive as late as the specification allows: their
/// costs are those of the simulated channel, and [LatePuts] holds their bytes.
final class LatePutsChannel extends SimChannel {
    /// Duration of a quiet that has puts to complete: 1 ms, during which other PEs may read too early.
    private static final long QUIET = Picos.ofNanos(1_000_000);

    private final LatePuts puts;
    private final List<Runnable> completions = new ArrayList<>(); // of non-blocking calls, by the next quiet
    int epoch; // fences so far

    LatePutsChannel(SimTransport transport, Simulation sim) {
        super(transport, sim);
        puts = sim.late;
    }

    /// Whether this is the channel of the default context.
    boolean isDefault() {
        return transport.channel() == this;
    }

    /// Bytes for another PE are held back.
    @Override
    void write(int target, long offset, long bytes, LongConsumer move) {
        if (target == pe) super.write(target, offset, bytes, move);
        else puts.hold(this, "put", target, offset, bytes, null, move);
    }

    /// Reports the puts that were under way to bytes that this PE has just read as data, and delivers them. A load may
    /// belong to a loop that tests.
    @Override
    void hasRead(AccessKind kind, int target, long offset, long bytes) {
        boolean reports = kind != AccessKind.POLL && !(kind == AccessKind.LOAD && target == pe);
        if (reports) puts.read(pe, kind, target, offset, offset + bytes);
        puts.watched(pe, target, offset, offset + bytes);
    }

    /// The puts that are ordered before a signal or an atomic arrive there first.
    @Override
    void reaches(int target, long offset) {
        puts.before(this, target, sim.reports.names.has(offset) ? epoch : Integer.MAX_VALUE);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        if (target == pe || bytes == 0) {
            put(target, offset, src, from, bytes);
            return;
        }
        charge(transport.next(false, AccessKind.PUT, target, offset, bytes));
        putNbi(target, offset, new Source(src, from), bytes);
    }

    private void putNbi(int target, long offset, Source source, long bytes) {
        LongConsumer move = to -> Memory.copyIn(source.segment(), source.from(), to, bytes);
        Held put = puts.hold(this, "putNbi", target, offset, bytes, source, move);
        completions.add(() -> puts.checkSource(put));
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (target == pe || bytes == 0) {
            get(target, offset, dst, to, bytes);
            return;
        }
        charge(transport.next(false, AccessKind.GET, target, offset, bytes));
        hasRead(AccessKind.GET, target, offset, bytes);
        completions.add(() -> Memory.copyOut(sim.regions.address(target, offset), dst, to, bytes));
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0 || dstPe == srcPe) {
            copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            return;
        }
        charge(copyFrom(dstPe, dstOffset, srcPe, srcOffset, bytes));
        Source source = new Source(Memory.everywhere(), sim.regions.address(srcPe, srcOffset));
        if (dstPe != pe) putNbi(dstPe, dstOffset, source, bytes);
        else puts.hold(this, "getNbi", pe, dstOffset, bytes, source, _ -> {});
        hasRead(AccessKind.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void fence() {
        epoch++;
        super.fence();
    }

    @Override
    public void quiet() {
        if (puts.holds(this)) { // others act meanwhile, and must not rely on these puts
            sim.kernel.advance(pe, QUIET);
            transport.turn();
        }
        release();
        completions.forEach(Runnable::run);
        completions.clear();
        super.quiet();
    }

    @Override
    public void bindNextSignal(int target) {
        puts.latest(this, target);
    }

    /// Delivers all puts that are held.
    @Override
    public void release() {
        puts.complete(this);
    }
}
