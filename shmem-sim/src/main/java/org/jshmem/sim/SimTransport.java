// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Work;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Outcome;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.engine.Wait;
import org.jshmem.sim.machine.Directory;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// One simulated PE: real bytes, virtual time.
///
/// An operation takes effect at the PE's clock, when no PE that could still act has a smaller one, and moves the clock
/// to when it is done. What others see of it they see at that time: a line that is being written makes who reads it
/// wait.
public final class SimTransport implements Transport {
    private static final long PICOS = 1000;

    private final Simulation sim;
    private final Engine engine;
    private final Directory directory;
    private final Regions regions;
    private final DelayedPuts delayed;
    private final int pe;
    private final Look look = new Look();

    SimTransport(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        engine = sim.engine;
        directory = sim.directory;
        regions = sim.regions;
        delayed = sim.job.delayed() ? new DelayedPuts() : null;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return sim.job.npes();
    }

    @Override
    public long regionBytes() {
        return regions.regionBytes();
    }

    @Override
    public boolean crowded() {
        return false;
    }

    @Override
    public String machine() {
        return sim.job.machine().name();
    }

    @Override
    public void zero(long offset, long bytes) {
        if (bytes == 0) return;
        regions.zero(pe, offset, bytes);
        sim.flush(pe, offset, bytes);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        long start = turn();
        Memory.set(regions.address(target, offset), width, value);
        stored(Event.STORE, target, offset, width, start, directory.store(pe, target, sim.line(offset), start));
    }

    @Override
    public void signal(int target, long offset, long value) {
        if (delayed != null) delayed.deliver();
        directory.begin(pe);
        long start = turn();
        Memory.setLongRelease(regions.address(target, offset), value);
        stored(Event.SIGNAL, target, offset, Long.BYTES, start, directory.store(pe, target, sim.line(offset), start));
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        if (delayed != null) delayed.deliver();
        long start = turn();
        long old = Memory.atomic(op, regions.address(target, offset), width, operand, expected);
        long done = directory.store(pe, target, sim.line(offset), start) + sim.prices.locked;
        stored(Event.ATOMIC, target, offset, width, start, done);
        return old;
    }

    private void stored(Event event, int target, long offset, long bytes, long start, long done) {
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, bytes, start, done);
        long line = sim.line(offset);
        sim.changed(target, line, line + 1, done);
    }

    @Override
    public long load(int target, long offset, int width) {
        return loaded(Event.LOAD, target, offset, width);
    }

    private long loaded(Event event, int target, long offset, int width) {
        long start = turn();
        long value = Memory.getAcquire(regions.address(target, offset), width);
        long done = directory.load(pe, target, sim.line(offset), start);
        if (event != Event.POLL) sim.races.meets(pe, event, target, offset, offset + width, start);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, width, start, done);
        return value;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        long to = beforePut(target, offset, bytes);
        if (to != 0) Memory.copyIn(src, from, to, bytes);
        else delayed.put(regions.address(target, offset), bytes).from(src, from, bytes);
    }

    /// Prices a put; the address to put to now, or 0 where an adversary delays it.
    private long beforePut(int target, long offset, long bytes) {
        directory.begin(pe);
        engine.advance(pe, sim.prices.put);
        write(Event.PUT, target, offset, bytes, true);
        return delayed == null || target == pe ? regions.address(target, offset) : 0;
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        directory.begin(pe);
        engine.advance(pe, sim.prices.get);
        read(Event.GET, target, offset, bytes, true);
        Memory.copyOut(regions.address(target, offset), dst, to, bytes);
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        if (bytes == 0) return;
        engine.advance(pe, sim.prices.ptr);
        if (stores) write(Event.WRITE, target, offset, bytes, false);
        else read(Event.READ, target, offset, bytes, false);
    }

    @Override
    public void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        engine.advance(pe, sim.prices.ptr);
        price(dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    /// Changes a range from private memory, which is read first where `copying`.
    private void write(Event event, int target, long offset, long bytes, boolean copying) {
        long first = sim.line(offset);
        long lines = sim.line(offset + bytes - 1) - first + 1;
        long start = turn();
        if (lines == 1) {
            if (copying && directory.owns(pe, target, first)) {
                stored(event, target, offset, bytes, start, directory.localCopy(start));
                return;
            }
            if (copying) {
                engine.advanceTo(pe, directory.local(pe, start));
                start = turn();
            }
            stored(event, target, offset, bytes, start, directory.store(pe, target, first, start));
            return;
        }
        long done = directory.copy(pe, -1, 0, lines, target, first, lines, start);
        moved(event, target, offset, bytes, start, done);
        sim.changed(target, first, first + lines, done);
    }

    /// Reads a range into private memory, which is written afterwards where `copying`.
    private void read(Event event, int target, long offset, long bytes, boolean copying) {
        long first = sim.line(offset);
        long lines = sim.line(offset + bytes - 1) - first + 1;
        long start = turn();
        if (lines == 1) {
            long done;
            if (!copying) done = directory.load(pe, target, first, start);
            else if (directory.holds(pe, target, first)) done = directory.localCopy(start);
            else done = directory.local(pe, directory.load(pe, target, first, start));
            sim.races.meets(pe, event, target, offset, offset + bytes, start);
            engine.advanceTo(pe, done);
            sim.note(pe, event, target, offset, bytes, start, done);
            return;
        }
        moved(event, target, offset, bytes, start, directory.copy(pe, target, first, lines, -1, 0, lines, start));
    }

    private void moved(Event event, int target, long offset, long bytes, long start, long done) {
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        sim.races.flies(pe, event, target, offset, offset + bytes, start, done);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, bytes, start, done);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        directory.begin(pe);
        if (dstPe != pe) engine.advance(pe, sim.prices.put);
        else if (srcPe != pe) engine.advance(pe, sim.prices.get);
        price(dstPe, dstOffset, srcPe, srcOffset, bytes);
        long source = regions.address(srcPe, srcOffset);
        long target = regions.address(dstPe, dstOffset);
        if (delayed == null || dstPe == pe) Memory.copy(source, target, bytes);
        else delayed.put(target, bytes).from(source, bytes);
    }

    /// Prices a copy between two regions.
    private void price(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        long from = sim.line(srcOffset);
        long to = sim.line(dstOffset);
        long fromLines = sim.line(srcOffset + bytes - 1) - from + 1;
        long toLines = sim.line(dstOffset + bytes - 1) - to + 1;
        long start = turn();
        if (fromLines == 1 && toLines == 1) {
            boolean local = directory.holds(pe, srcPe, from) && directory.owns(pe, dstPe, to);
            if (!local) read(Event.READ, srcPe, srcOffset, bytes, false);
            write(Event.COPY, dstPe, dstOffset, bytes, local);
            return;
        }
        long done = directory.copy(pe, srcPe, from, fromLines, dstPe, to, toLines, start);
        sim.races.meets(pe, Event.READ, srcPe, srcOffset, srcOffset + bytes, start);
        sim.races.flies(pe, Event.READ, srcPe, srcOffset, srcOffset + bytes, start, done);
        moved(Event.COPY, dstPe, dstOffset, bytes, start, done);
        sim.changed(dstPe, to, to + toLines, done);
    }

    @Override
    public long address(int target, long offset) {
        return regions.address(target, offset);
    }

    @Override
    public void fence() {
        if (delayed != null) delayed.deliver();
        engine.advance(pe, sim.prices.fence);
    }

    @Override
    public void quiet() {
        if (delayed != null) delayed.deliver();
        long start = engine.now(pe);
        engine.advance(pe, sim.prices.quiet);
        sim.note(pe, Event.QUIET, -1, 0, 0, start, engine.now(pe));
    }

    @Override
    public boolean await(int target, long offset, int width, Cmp cmp, long value, Watch watch) {
        look.target = target;
        look.offset = offset;
        look.width = width;
        look.cmp = cmp;
        look.value = value;
        look.condition = null;
        turn();
        if (look.look()) return true;
        long line = sim.line(offset);
        sim.watch(pe, target, line, line + 1);
        return block(target, watch);
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        look.target = pe;
        look.offset = offset;
        look.width = 0;
        look.condition = condition;
        look.value = bytes;
        turn();
        // the condition's loads give turns away: watch before the first, so that no change falls between
        sim.watch(pe, pe, sim.line(offset), sim.line(offset + bytes - 1) + 1);
        if (condition.holds()) {
            sim.unwatch(pe, pe);
            return true;
        }
        return block(pe, watch);
    }

    /// Blocks until the look holds, after it has not.
    private boolean block(int target, Watch watch) {
        directory.begin(pe);
        long start = engine.now(pe);
        try {
            long own = picos(watch.deadline());
            long limit = sim.job.longestWait() == 0 ? Long.MAX_VALUE : start + picos(sim.job.longestWait());
            while (true) {
                long change = sim.missedChange(pe);
                if (change >= 0) { // came while this PE was looking or being checked
                    engine.advanceTo(pe, change);
                    turn();
                    if (look.condition == null ? look.look() : look.condition.holds()) return true;
                    continue;
                }
                Outcome outcome = engine.await(pe, look, Math.min(own, limit));
                sim.missedChange(pe);
                switch (outcome) {
                    case HOLDS -> {
                        return true;
                    }
                    case LOOK -> {
                        if (look.condition.holds()) return true;
                    }
                    case EXPIRED -> {
                        if (limit < own) {
                            watch.check(true); // may know better
                            throw waitedTooLong();
                        }
                        return false;
                    }
                    case STUCK -> watch.check(true);
                    case DEADLOCK ->
                        throw new ShmemTimeoutException(
                                "sim " + machine() + ": " + engine.deadlock() + "; nobody is left to wake them");
                }
            }
        } finally {
            sim.unwatch(pe, target);
            sim.note(pe, Event.WAIT, target, look.offset, look.width, start, engine.now(pe));
        }
    }

    private static long picos(long nanos) {
        return nanos > Long.MAX_VALUE / PICOS ? Long.MAX_VALUE : nanos * PICOS;
    }

    private ShmemTimeoutException waitedTooLong() {
        return new ShmemTimeoutException(
                "PE %d/%d: waited %d ms of virtual time, which is all that --timeout allows; %s"
                        .formatted(pe, npes(), sim.job.longestWait() / 1_000_000, look.describe()));
    }

    /// What this PE waits for, looked at by whichever thread has the baton.
    private final class Look implements Wait {
        int target;
        long offset;
        int width;
        Cmp cmp;
        long value;
        Condition condition;

        @Override
        public boolean look() {
            if (!sim.prices.pollsInterfere()) {
                long seen = Memory.getAcquire(regions.address(target, offset), width);
                if (!cmp.holds(seen, value)) return false;
            }
            long start = engine.now(pe);
            long seen = Memory.getAcquire(regions.address(target, offset), width);
            long done = directory.load(pe, target, sim.line(offset), start);
            engine.advanceTo(pe, done);
            sim.note(pe, Event.POLL, target, offset, width, start, done);
            return cmp.holds(seen, value);
        }

        @Override
        public boolean anyThread() {
            return condition == null;
        }

        @Override
        public String describe() {
            if (condition != null) {
                return "PE " + pe + " waits for a change of its offsets " + offset + " to " + (offset + value - 1);
            }
            long seen = Memory.getAcquire(regions.address(target, offset), width);
            int writer = directory.writer(target, sim.line(offset));
            return "PE " + pe + " waits " + (target == pe ? "" : "on PE " + target + ' ') + "offset " + offset + ' '
                    + sign(cmp) + ' ' + value + " (value " + seen + ", "
                    + (writer < 0 ? "never written" : "last written by PE " + writer) + ')';
        }

        private static String sign(Cmp cmp) {
            return switch (cmp) {
                case EQ -> "==";
                case NE -> "!=";
                case GT -> ">";
                case GE -> ">=";
                case LT -> "<";
                case LE -> "<=";
            };
        }
    }

    @Override
    public long nanoTime() {
        return engine.now(pe) / PICOS;
    }

    /// The PE's clock in picoseconds.
    public long picos() {
        return engine.now(pe);
    }

    @Override
    public void sleep(long nanos) {
        if (nanos <= 0) return;
        long start = engine.now(pe);
        engine.advance(pe, nanos * PICOS);
        sim.note(pe, Event.SLEEP, -1, 0, 0, start, engine.now(pe));
        turn();
    }

    @Override
    public void compute(Work work) {
        long read = work.bytesRead();
        long written = work.bytesWritten();
        long bytes = read + written;
        long footprint = work.footprint() == 0 ? bytes : work.footprint();
        long start = engine.now(pe);
        long issued = start + sim.computing.issue(pe, work.flops(), work.scalars(), read, written, work.vector());
        long done = Math.max(issued, start + sim.computing.misses(pe, bytes, footprint, work.prefetchable()));
        if (work.prefetchable() && sim.computing.streams(pe, footprint)) {
            boolean manyLoads = read >= 2 * written;
            for (long left = bytes; left > 0; left -= sim.computing.chunk()) {
                long now = turn();
                engine.advanceTo(pe, sim.computing.stream(Math.min(left, sim.computing.chunk()), manyLoads, now));
            }
        }
        engine.advanceTo(pe, done);
        if (footprint > 0) directory.displace(pe, footprint);
        sim.note(pe, Event.COMPUTE, -1, 0, bytes, start, engine.now(pe));
    }

    @Override
    public Error abort(int status, Throwable why) {
        sim.fail(pe, status, why);
        throw new JobEnd(status, pe, why);
    }

    @Override
    public void enter() {
        // a simulated PE is there from the start
    }

    @Override
    public void leave() {
        if (delayed != null) delayed.deliver();
    }

    private long turn() {
        engine.turn(pe);
        return engine.now(pe);
    }

    @Override
    public String toString() {
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(engine.now(pe));
    }
}
