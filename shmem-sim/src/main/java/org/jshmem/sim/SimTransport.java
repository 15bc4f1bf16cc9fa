// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayDeque;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.kernel.Outcome;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.sim.memory.FlagsWatch;
import org.jshmem.sim.memory.MemoryAccess;
import org.jshmem.sim.memory.MemoryAccess.Call;
import org.jshmem.sim.memory.MemoryWatch;
import org.jshmem.sim.memory.SimMemory;
import org.jshmem.sim.memory.WordWatch;
import org.jshmem.transport.Channel;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.FlagWait;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// The transport of one simulated PE: real bytes, virtual time.
///
/// An operation takes effect at the PE's clock, when no PE that could still act has a smaller clock. It then moves the
/// clock to its end. Other PEs see its effect at that time: a read of a line that is being written waits.
public final class SimTransport implements Transport {
    private static final int MOST_ISSUED = 64; // operations that are not over
    private static final int MANY = 8; // more fences or looks at the clock at one time than any sequence of calls needs

    private final SimJob job;
    private final SimMemory memory;
    private final SimKernel kernel;
    private final Machine machine;
    private final int pe;
    private final Channel channel;
    final SimAccess direct;
    private final WaitLoop waits;
    private long latestTime = -1; // end of the latest fence, quiet or look at the clock
    private int idle; // number of further calls at that time
    boolean copies; // under way
    private final MemoryAccess own; // of the operation that the PE performs
    private final MemoryAccess look; // of its waits
    private final ArrayDeque<MemoryAccess> free = new ArrayDeque<>(); // of issued operations that are over
    private final ArrayDeque<WordWatch> freeWaits = new ArrayDeque<>();
    volatile boolean finalized; // the PE has left its last finalize; the hook of an exit reads it too

    SimTransport(SimJob job, int pe) {
        this.job = job;
        this.pe = pe;
        memory = job.memory;
        kernel = job.kernel;
        machine = job.spec.machine;
        own = new MemoryAccess(memory, pe, null);
        look = new MemoryAccess(memory, pe, null);
        waits = new WaitLoop(this, job);
        direct = new SimAccess(this, job);
        channel = open();
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return job.npes();
    }

    @Override
    public long regionBytes() {
        return memory.regionBytes();
    }

    @Override
    public List<MemorySpace> spaces() {
        return job.spaces;
    }

    @Override
    public Topology topology() {
        return job.topology;
    }

    @Override
    public Observer observer() {
        return new CallObserver(this, job);
    }

    @Override
    public boolean virtualTime() {
        return true;
    }

    @Override
    public DirectAccess direct() {
        return direct;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return job.late == null ? new SimChannel(this, job) : new LatePutsChannel(this, job, channel == null);
    }

    /// Ends the program's own work until now, and waits until the operations that this PE has issued have happened.
    void drain() {
        job.meter.stopped(pe, false);
        copies = false;
        if (kernel.issued(pe) == 0) return;
        try {
            waits.complete(kernel.drain(pe));
        } catch (WordWatch.Misfit e) {
            throw e.flag.misfit();
        }
    }

    /// Performs an operation after those that this PE has issued. Returns false if the program's deadline of a wait
    /// came first.
    boolean perform(Simcall operation) {
        job.meter.stopped(pe, false);
        try {
            Outcome outcome = kernel.perform(pe, operation);
            job.meter.resumed(pe);
            return outcome == Outcome.DONE || waits.complete(outcome);
        } catch (WordWatch.Misfit e) {
            throw e.flag.misfit();
        }
    }

    private void issue(Simcall operation) {
        if (kernel.issue(pe, operation) == MOST_ISSUED) drain();
    }

    /// Lets time pass for this PE, and waits until no PE that could still act has a smaller clock.
    void pass(long picos) {
        kernel.advance(pe, picos);
        perform(SimKernel.TURN);
    }

    @Override
    public String machine() {
        return machine.name();
    }

    @Override
    public void back(long offset, long bytes, long zeroed) {
        if (bytes == 0) return;
        drain();
        memory.zero(pe, offset, bytes);
    }

    /// An object for the next operation of this PE, which it issues or performs.
    MemoryAccess next(boolean issued, AccessKind kind, int target, long offset, long bytes) {
        MemoryAccess it = !issued ? own : free.isEmpty() ? new MemoryAccess(memory, pe, free) : free.pop();
        it.access.become(kind, target, offset, bytes);
        return it;
    }

    /// Makes an access: issues it if it may happen after its call.
    void happen(MemoryAccess access, Call call, Runnable bytes) {
        access.become(call, bytes);
        if (access.isIssued()) issue(access);
        else perform(access);
    }

    /// Performs an access, whose bytes `move` moves.
    void perform(AccessKind kind, int target, long offset, long bytes, Call call, Runnable move) {
        happen(next(false, kind, target, offset, bytes), call, move);
    }

    /// Performs a copy.
    void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes, Call call, Runnable move) {
        own.access.from(srcPe, srcOffset);
        perform(AccessKind.COPY, dstPe, dstOffset, bytes, call, move);
    }

    @Override
    public void awaitLater(FlagWait flag) {
        if (job.issues) issue(watch(pe, flag, true));
        else flag.pass();
    }

    @Override
    public long address(int target, long offset) {
        return memory.address(target, offset);
    }

    /// Waits for a signed word of eight bytes of any PE: this machine's caches are coherent.
    public boolean awaitOf(int target, long offset, Cmp cmp, long value, String what) {
        return await(target, new WordWait(_ -> what, this, offset, cmp, value));
    }

    private WordWatch watch(int owner, WordWait by, boolean issued) {
        WordWatch it = freeWaits.isEmpty() ? new WordWatch(memory, look, freeWaits) : freeWaits.pop();
        return waits.limited(it.become(owner, by, issued, direct.inPlace));
    }

    private boolean await(int target, WordWait by) {
        WordWatch watch = watch(target, by, false);
        perform(watch);
        kernel.advance(pe, memory.calls.await());
        freeWaits.push(watch);
        return watch.compares();
    }

    @Override
    public boolean await(long offset, long bytes, Wait by) {
        if (by instanceof WordWait word) return await(pe, word);
        if (by instanceof FlagsWait flags && job.issues) {
            return perform(waits.limited(new FlagsWatch(memory, look, flags)));
        }
        drain();
        pass(0);
        MemoryWatch change = new MemoryWatch(memory, pe);
        change.become(by, pe, offset, bytes);
        change.watch();
        try {
            if (by.holds()) return true;
            change.sleep(kernel.now(pe));
            do if (!perform(waits.limited(change))) return false;
            while (!by.holds());
            return true;
        } finally {
            change.close(kernel.now(pe));
        }
    }

    /// A program may loop until a time.
    @Override
    public long nanoTime() {
        kernel.checkThread(pe);
        drain();
        stand(false);
        return picos() / Picos.PER_NANO;
    }

    /// Ends a call that takes no time: `acts` lets other PEs act. From the ninth such call at one time on, each takes a
    /// nanosecond, so that the clock of a loop does not stand still.
    void stand(boolean acts) {
        idle = kernel.now(pe) == latestTime ? idle + 1 : 0;
        if (acts || idle >= MANY) pass(idle >= MANY ? Picos.PER_NANO : 0);
        latestTime = kernel.now(pe);
    }

    /// The PE's clock in picoseconds, whose reading takes no time: recordings leave the times as they are.
    public long picos() {
        drain();
        job.meter.resumed(pe);
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
        memory.passed(pe, AccessKind.SLEEP, start, kernel.now(pe));
        pass(0);
    }

    @Override
    public Error abort(int status, Throwable why) {
        if (Thread.currentThread() == kernel.threads.thread(pe)) drain(); // any thread of the program may end the job
        job.fail(pe, status, why);
        throw new JobEnd(status, pe, why);
    }

    @Override
    public void enter() {
        finalized = false;
    }

    @Override
    public void leave() {
        drain();
        if (job.late != null) job.late.complete(pe);
        finalized = true;
    }

    @Override
    public String toString() {
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(kernel.now(pe));
    }
}
