// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.ThreadLevel;
import org.jshmem.Work;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.model.CallCosts;
import org.jshmem.sim.model.Machine;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Pricing;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The transport of one simulated PE: real bytes, virtual time.
///
/// An operation takes effect at the PE's clock, when no PE that could still act has a smaller clock. It then moves the
/// clock to its end. Other PEs see its effect at that time: a read of a line that is being written waits.
public final class SimTransport implements Transport, Pricing {
    private final Simulation sim;
    private final Engine engine;
    private final CallCosts calls;
    private final Regions regions;
    private final int pe;
    private final Accesses accesses;
    private final IssueQueue issued;
    private final SimWaiting waiting;
    private final SimChannel channel;
    private final List<SimChannel> channels = new ArrayList<>();
    private final Observer observer;
    private long read = -1; // result of the latest nanoTime, in picoseconds
    private int idle; // number of further calls at that time
    private volatile boolean finalized; // the hook of an exit reads it too

    SimTransport(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        engine = sim.engine;
        calls = sim.calls;
        regions = sim.regions;
        accesses = new Accesses(sim, pe);
        issued = new IssueQueue(sim, accesses, pe);
        waiting = new SimWaiting(this, sim, accesses, pe);
        channel = open();
        observer = new SimObserver(sim, pe);
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
    public Reach reach(int target) {
        if (target == pe) return Reach.SELF;
        boolean near = sim.topology.host(target) == sim.topology.host(pe);
        return near ? Reach.LOAD_STORE : Reach.RMA; // at least some of the machine's memories, see spaces()
    }

    @Override
    public List<MemorySpace> spaces() {
        return sim.spaces;
    }

    @Override
    public Topology topology() {
        return sim.topology;
    }

    @Override
    public Observer observer() {
        return observer;
    }

    @Override
    public Pricing pricing() {
        return this;
    }

    @Override
    public SimChannel channel() {
        return channel;
    }

    @Override
    public SimChannel open() {
        SimChannel opened = new SimChannel(this, sim, accesses, issued);
        channels.add(opened);
        return opened;
    }

    /// Waits until the operations that this PE has issued have happened.
    void drain() {
        issued.drain();
    }

    /// The operations that this PE has issued.
    IssueQueue issued() {
        return issued;
    }

    /// Removes a closed channel.
    void forget(SimChannel closed) {
        channels.remove(closed);
    }

    @Override
    public String machine() {
        return sim.job.machine().name();
    }

    @Override
    public double parameter(String symbol) {
        Machine machine = sim.job.machine();
        return machine.knows(symbol) ? machine.value(symbol) : 0;
    }

    @Override
    public ThreadLevel threadLevel() {
        return ThreadLevel.FUNNELED;
    }

    @Override
    public void zero(long offset, long bytes) {
        if (bytes == 0) return;
        drain();
        regions.zero(pe, offset, bytes);
        sim.flush(pe, offset, bytes);
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        if (bytes == 0) return;
        drain();
        engine.advance(pe, calls.direct());
        if (stores) accesses.write(Activity.WRITE, target, offset, bytes, false);
        else accesses.read(Activity.READ, target, offset, bytes, false);
    }

    @Override
    public void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        drain();
        engine.advance(pe, calls.direct());
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    @Override
    public void copy(long to, int target, long from, long bytes) {
        if (issued.takesCopies()) {
            issued.copy(to, target, from, bytes);
            return;
        }
        touchCopy(pe, to, target, from, bytes);
        Memory.copy(address(target, from), address(pe, to), bytes);
    }

    @Override
    public boolean meet(Rounds rounds, Wait wait) {
        if (!issued.takesCopies() || wait.deadline() != Long.MAX_VALUE || sim.job.longestWait() != 0) return false;
        waiting.meet(rounds, wait);
        return true;
    }

    @Override
    public void complete() {
        drain();
    }

    @Override
    public long address(int target, long offset) {
        return regions.address(target, offset);
    }

    @Override
    public long await(int target, long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
        long seen = waiting.await(target, offset, width, cmp, value, origin, wait);
        if (calls.await() > 0) engine.advance(pe, calls.await());
        return seen;
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        drain();
        return waiting.awaitAny(offset, bytes, condition, wait);
    }

    /// A program may loop until a time. From the ninth call at one time on, each takes a nanosecond, and other PEs act.
    @Override
    public long nanoTime() {
        engine.checkThread(pe);
        drain();
        idle = engine.now(pe) == read ? idle + 1 : 0;
        if (idle >= SimChannel.MANY) {
            engine.advance(pe, Picos.PER_NANO);
            accesses.turn();
        }
        read = engine.now(pe);
        return nanos();
    }

    /// The PE's clock, whose reading takes no time: recordings leave the times as they are.
    long nanos() {
        drain();
        if (sim.meter != null) {
            sim.meter.stop(pe);
            sim.meter.go(pe);
        }
        return engine.now(pe) / Picos.PER_NANO;
    }

    /// The PE's clock in picoseconds.
    public long picos() {
        drain();
        return engine.now(pe);
    }

    /// The description of the PE's wait; null if it does not wait.
    String waits() {
        return waiting.waits();
    }

    @Override
    public void sleep(long nanos) {
        if (nanos <= 0) return;
        drain();
        if (Thread.currentThread().isInterrupted()) {
            throw Wait.interrupted(this, "for a sleep of %d ms to end".formatted(nanos / 1_000_000));
        }
        if (sim.meter != null) sim.meter.stop(pe);
        sleepUntil(Picos.plus(engine.now(pe), Picos.ofNanos(nanos)));
    }

    /// Sleeps until the PE's clock reaches a time, in picoseconds. All PEs that sleep until the same time continue
    /// together.
    public void sleepUntil(long picos) {
        engine.checkThread(pe);
        drain();
        if (sim.meter != null) sim.meter.stop(pe);
        long start = engine.now(pe);
        engine.advanceTo(pe, picos);
        sim.note(pe, Activity.SLEEP, -1, 0, 0, start, engine.now(pe));
        accesses.turn();
    }

    @Override
    public void compute(Work work) {
        engine.checkThread(pe);
        drain();
        if (sim.conflicts != null) sim.conflicts.flush(pe);
        if (sim.meter != null) sim.meter.drop(pe);
        long start = engine.now(pe);
        engine.advanceTo(pe, sim.processor.compute(pe, work, start));
        sim.note(pe, Activity.COMPUTE, -1, 0, work.bytesRead() + work.bytesWritten(), start, engine.now(pe));
    }

    @Override
    public Error abort(int status, Throwable why) {
        if (Thread.currentThread() == engine.thread(pe)) drain(); // any thread of the program may end the job
        sim.fail(pe, status, why);
        throw new JobEnd(status, pe, why);
    }

    @Override
    public void enter() {
        finalized = false;
    }

    @Override
    public void leave() {
        drain();
        if (sim.conflicts != null) sim.conflicts.flush(pe);
        channels.forEach(SimChannel::release);
        finalized = true;
    }

    /// Whether this PE has left its last finalize.
    boolean isFinalized() {
        return finalized;
    }

    @Override
    public String toString() {
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(engine.now(pe));
    }
}
