// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongPredicate;
import org.jshmem.Cmp;
import org.jshmem.Work;
import org.jshmem.sim.MemoryAccess.Call;
import org.jshmem.sim.check.AccessListener;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Rounds;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.VirtualCosts;
import org.jshmem.transport.Wait;

/// The transport of one simulated PE: real bytes, virtual time.
///
/// An operation takes effect at the PE's clock, when no PE that could still act has a smaller clock. It then moves the
/// clock to its end. Other PEs see its effect at that time: a read of a line that is being written waits.
public final class SimTransport implements Transport, VirtualCosts, Observer {
    private static final int MANY = 8; // more fences or looks at the clock at one time than any sequence of calls needs

    private final Simulation sim;
    private final SimKernel kernel;
    private final int pe;
    private final Channel channel;
    private Meeting meeting; // null before the first
    WaitUntil wait; // the present one, also while the PE checks why it waits; null for none
    private long latestTime = -1; // end of the latest fence, quiet or look at the clock
    private int idle; // number of further calls at that time
    boolean copies; // under way
    private final MemoryAccess own; // of the operation that the PE performs
    final ArrayDeque<MemoryAccess> free = new ArrayDeque<>(); // of issued operations that are over
    volatile boolean finalized; // the PE has left its last finalize; the hook of an exit reads it too

    SimTransport(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        kernel = sim.kernel;
        own = new MemoryAccess(sim, this, false);
        channel = open();
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return sim.job.npes;
    }

    @Override
    public long regionBytes() {
        return sim.regions.regionBytes;
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
        return this;
    }

    @Override
    public long entered(String routine, long team) {
        drain();
        sim.times.entered(pe, routine);
        return 0;
    }

    @Override
    public void left(long token, long number) {
        drain();
        sim.meter.left(pe);
        sim.times.left(pe);
    }

    @Override
    public void object(long offset, long bytes, int width, String name) {
        sim.reports.names.object(offset, bytes, width, name);
    }

    @Override
    public void named(long offset, String name) {
        sim.reports.names.named(offset, name);
    }

    @Override
    public boolean watchesOwn() {
        return sim.job.latePuts || sim.job.races;
    }

    @Override
    public void read(long offset, long bytes) {
        for (AccessListener each : sim.listeners) each.own(pe, AccessKind.LOAD, offset, offset + bytes);
    }

    @Override
    public void wrote(long offset, long bytes) {
        for (AccessListener each : sim.listeners) each.own(pe, AccessKind.STORE, offset, offset + bytes);
    }

    @Override
    public VirtualCosts costs() {
        return this;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return sim.late == null ? new SimChannel(this, sim) : new LatePutsChannel(this, sim);
    }

    /// Ends the program's own work until now, and waits until the operations that this PE has issued have happened.
    void drain() {
        sim.meter.stopped(pe, false);
        kernel.drain(pe);
        copies = false;
    }

    /// Performs an operation after those that this PE has issued.
    Outcome perform(Simcall operation) {
        sim.meter.stopped(pe, false);
        Outcome outcome = kernel.perform(pe, operation);
        sim.meter.resumed(pe);
        return outcome;
    }

    /// Waits until no PE that could still act has a smaller clock.
    void turn() {
        perform(SimKernel.TURN);
    }

    @Override
    public String machine() {
        return sim.job.machine.name();
    }

    @Override
    public double parameter(String symbol) {
        Machine machine = sim.job.machine;
        return machine.knows(symbol) ? machine.value(symbol) : 0;
    }

    @Override
    public void back(long offset, long bytes, long zeroed) {
        if (bytes == 0) return;
        drain();
        sim.regions.zero(pe, offset, bytes);
        sim.costs.place(pe, offset, bytes, -1);
    }

    /// An object for the next operation of this PE, which it issues or performs.
    MemoryAccess next(boolean issued, AccessKind kind, int target, long offset, long bytes) {
        MemoryAccess it = !issued ? own : free.isEmpty() ? new MemoryAccess(sim, this, true) : free.pop();
        it.access.become(kind, target, offset, bytes);
        return it;
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        if (bytes > 0) direct(next(false, stores ? AccessKind.WRITE : AccessKind.READ, target, offset, bytes));
    }

    @Override
    public void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        MemoryAccess copy = next(false, AccessKind.COPY, dstPe, dstOffset, bytes);
        copy.access.from(srcPe, srcOffset);
        direct(copy);
    }

    private void direct(MemoryAccess access) {
        access.become(Call.DIRECT, () -> {});
        perform(access);
    }

    @Override
    public void copy(long to, int target, long from, long bytes) {
        MemoryAccess copy = next(sim.issues, AccessKind.COPY, pe, to, bytes);
        MachineAccess access = copy.access.from(target, from);
        copy.become(Call.DIRECT, () -> {
            long source = sim.regions.address(access.source, access.sourceOffset);
            Memory.copy(source, sim.regions.address(access.pe, access.offset), access.bytes);
        });
        if (sim.issues) kernel.issue(pe, copy);
        else perform(copy);
        copies = sim.issues;
    }

    @Override
    public int meet(Rounds rounds, long value, long goal, LongPredicate fits, Wait wait) {
        if (!sim.issues || wait.deadline() != Long.MAX_VALUE) return -1;
        if (rounds.to().length == 0) return 0;
        if (meeting == null) meeting = new Meeting((SimChannel) channel);
        meeting.flag.complete(meeting.in(rounds, value, goal, fits, wait)); // without a deadline
        return meeting.round;
    }

    @Override
    public void complete() {
        drain();
    }

    @Override
    public long address(int target, long offset) {
        return sim.regions.address(target, offset);
    }

    @Override
    public long await(long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
        return await(pe, offset, width, cmp, value, origin, wait);
    }

    /// As [#await(long, int, Cmp, long, Wait)], for a word of any PE: this machine's caches are coherent.
    public boolean awaitOf(int target, long offset, int width, Cmp cmp, long value, Wait wait) {
        return cmp.holds(await(target, offset, width, cmp, value, 0, wait), value);
    }

    private long await(int target, long offset, int width, Cmp cmp, long value, long origin, Wait by) {
        WaitUntil word = new WaitUntil(sim, pe, target, offset, width, cmp, value, origin, by);
        word.complete(word);
        kernel.advance(pe, sim.calls.await());
        return word.seen;
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Wait by) {
        drain();
        turn();
        WaitUntil change = WaitUntil.bytes(sim, pe, offset, bytes, condition, by);
        try {
            if (condition.holds()) return true;
            change.block();
            return change.complete(change);
        } finally {
            change.close();
        }
    }

    /// A program may loop until a time.
    @Override
    public long nanoTime() {
        kernel.checkThread(pe);
        drain();
        stand(false);
        return nanos();
    }

    /// Ends a call that takes no time: `acts` lets other PEs act. From the ninth such call at one time on, each takes a
    /// nanosecond, so that the clock of a loop does not stand still.
    void stand(boolean acts) {
        idle = kernel.now(pe) == latestTime ? idle + 1 : 0;
        if (idle >= MANY) kernel.advance(pe, Picos.PER_NANO);
        if (acts || idle >= MANY) turn();
        latestTime = kernel.now(pe);
    }

    /// The PE's clock, whose reading takes no time: recordings leave the times as they are.
    long nanos() {
        drain();
        sim.meter.resumed(pe);
        return kernel.now(pe) / Picos.PER_NANO;
    }

    /// The PE's clock in picoseconds.
    public long picos() {
        drain();
        return kernel.now(pe);
    }

    @Override
    public void sleep(long nanos) {
        if (nanos <= 0) return;
        if (Thread.currentThread().isInterrupted()) {
            throw Wait.interrupted(this, "for a sleep of %d ms to end".formatted(nanos / 1_000_000));
        }
        sleepUntil(Picos.plus(picos(), Picos.ofNanos(nanos)));
    }

    /// Sleeps until the PE's clock reaches a time, in picoseconds. All PEs that sleep until the same time continue
    /// together.
    public void sleepUntil(long picos) {
        kernel.checkThread(pe);
        drain();
        long start = kernel.now(pe);
        kernel.advanceTo(pe, picos);
        sim.passed(pe, AccessKind.SLEEP, start);
        turn();
    }

    @Override
    public void compute(Work work) {
        sim.meter.stopped(pe, true);
        perform(new MemoryAccess(sim, Call.NONE, MachineAccess.computation(pe, work), false, () -> {}));
    }

    @Override
    public Error abort(int status, Throwable why) {
        if (Thread.currentThread() == kernel.threads.thread(pe)) drain(); // any thread of the program may end the job
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
        if (sim.late != null) sim.late.complete(pe);
        finalized = true;
    }

    @Override
    public String toString() {
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(kernel.now(pe));
    }
}
