// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.ThreadLevel;
import org.jshmem.Work;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
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
    private static final int STAGES = 16 << 20; // bytes of the issued puts of all PEs, about
    private static final int MOST = 64 << 10; // of them those of one PE

    private final Simulation sim;
    private final SimKernel kernel;
    private final CallCosts calls;
    private final Regions regions;
    private final int pe;
    private final PeWaits waits;
    private final SimChannel channel;
    private final List<SimChannel> channels = new ArrayList<>();
    private final Observer observer;
    private long read = -1; // result of the latest nanoTime, in picoseconds
    private int idle; // number of further calls at that time
    private final int room; // bytes of the puts that this PE has issued
    private long stage; // address of these bytes
    private int stageBytes;
    private int staged;
    private RangeAccess[] puts; // null before the first; more than can be under way
    private int nextPut;
    private boolean copies; // a put could read what an issued copy brings
    private volatile boolean finalized; // the hook of an exit reads it too

    SimTransport(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        kernel = sim.kernel;
        calls = sim.calls;
        regions = sim.regions;
        waits = new PeWaits(this, sim);
        room = Math.clamp(STAGES / sim.npes(), 4 << 10, MOST);
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
        SimChannel opened = new SimChannel(this, sim);
        channels.add(opened);
        return opened;
    }

    /// PeWaits until the operations that this PE has issued have happened.
    void drain() {
        kernel.drain(pe);
    }

    /// Performs an operation after those that this PE has issued.
    Outcome perform(Simcall operation) {
        pause();
        Outcome outcome = kernel.perform(pe, operation);
        if (sim.meter != null) sim.meter.go(pe);
        return outcome;
    }

    /// PeWaits until no PE that could still act has a smaller clock.
    void turn() {
        pause();
        kernel.turn(pe);
    }

    /// The program's own work until now is complete.
    private void pause() {
        if (sim.meter != null) sim.meter.stop(pe);
        if (sim.conflicts != null) sim.conflicts.flush(pe);
    }

    /// Whether a put of this many bytes may be issued. A long one is performed at once, since staging copies its bytes.
    boolean mayStage(long bytes) {
        return bytes <= room / 8;
    }

    /// Copies the source of a put, which may be reused at once. Returns the address of the copy, which stays until the
    /// put has happened.
    long stage(MemorySegment src, long from, long bytes) {
        if (copies || staged + bytes > room) drain();
        if (!kernel.hasIssued(pe)) {
            staged = 0;
            nextPut = 0;
        }
        if (staged + bytes > stageBytes) {
            stageBytes = (int) Math.min(room, Math.max(1024, 2 * (staged + bytes)));
            stage = regions.allocate(stageBytes);
        }
        long address = stage + staged;
        Memory.copyIn(src, from, address, bytes);
        staged += (int) (bytes + 7) & -8;
        copies = false;
        return address;
    }

    /// A put of staged bytes: an earlier one again, which has happened.
    RangeAccess stagedPut(SimChannel by, int target, long offset, long address, long bytes) {
        if (puts == null) puts = new RangeAccess[SimKernel.ROOM + 2];
        int i = nextPut;
        nextPut = i + 1 == puts.length ? 0 : i + 1;
        if (puts[i] == null) puts[i] = RangeAccess.put(by, target, offset, null, address, bytes, true);
        else puts[i].again(by, target, offset, address, bytes);
        return puts[i];
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
        if (bytes > 0) perform(RangeAccess.direct(sim, pe, target, offset, bytes, stores));
    }

    @Override
    public void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        perform(RangeAccess.copy(sim, pe, dstPe, dstOffset, srcPe, srcOffset, bytes, false)
                .withoutBytes());
    }

    @Override
    public void copy(long to, int target, long from, long bytes) {
        RangeAccess copy = RangeAccess.copy(sim, pe, pe, to, target, from, bytes, sim.issues);
        if (!sim.issues) {
            perform(copy);
            return;
        }
        kernel.issue(pe, copy);
        copies = true;
    }

    @Override
    public boolean meet(Rounds rounds, Wait wait) {
        if (!sim.issues || wait.deadline() != Long.MAX_VALUE) return false;
        waits.meet(rounds, wait);
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
        long seen = waits.await(target, offset, width, cmp, value, origin, wait);
        if (calls.await() > 0) kernel.advance(pe, calls.await());
        return seen;
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Wait wait) {
        drain();
        return waits.awaitAny(offset, bytes, condition, wait);
    }

    /// A program may loop until a time. From the ninth call at one time on, each takes a nanosecond, and other PEs act.
    @Override
    public long nanoTime() {
        kernel.checkThread(pe);
        drain();
        idle = kernel.now(pe) == read ? idle + 1 : 0;
        if (idle >= SimChannel.MANY) {
            kernel.advance(pe, Picos.PER_NANO);
            turn();
        }
        read = kernel.now(pe);
        return nanos();
    }

    /// The PE's clock, whose reading takes no time: recordings leave the times as they are.
    long nanos() {
        drain();
        if (sim.meter != null) {
            sim.meter.stop(pe);
            sim.meter.go(pe);
        }
        return kernel.now(pe) / Picos.PER_NANO;
    }

    /// The PE's clock in picoseconds.
    public long picos() {
        drain();
        return kernel.now(pe);
    }

    /// The description of the PE's wait; null if it does not wait.
    String waits() {
        return waits.waits();
    }

    @Override
    public void sleep(long nanos) {
        if (nanos <= 0) return;
        drain();
        if (Thread.currentThread().isInterrupted()) {
            throw Wait.interrupted(this, "for a sleep of %d ms to end".formatted(nanos / 1_000_000));
        }
        if (sim.meter != null) sim.meter.stop(pe);
        sleepUntil(Picos.plus(kernel.now(pe), Picos.ofNanos(nanos)));
    }

    /// Sleeps until the PE's clock reaches a time, in picoseconds. All PEs that sleep until the same time continue
    /// together.
    public void sleepUntil(long picos) {
        kernel.checkThread(pe);
        drain();
        if (sim.meter != null) sim.meter.stop(pe);
        long start = kernel.now(pe);
        kernel.advanceTo(pe, picos);
        sim.note(pe, Activity.SLEEP, -1, 0, 0, start, kernel.now(pe));
        turn();
    }

    @Override
    public void compute(Work work) {
        if (sim.meter != null) sim.meter.drop(pe);
        perform(new Computation(sim, pe, work));
    }

    @Override
    public Error abort(int status, Throwable why) {
        if (Thread.currentThread() == kernel.thread(pe)) drain(); // any thread of the program may end the job
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
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(kernel.now(pe));
    }
}
