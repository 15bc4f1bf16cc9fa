// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.CollectiveMismatchException;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.Mismatch;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.transport.Channel;
import org.jshmem.transport.FlagWait;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.FlightEvents;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The calls of a team, and the flags by which a member signals its progress in them to another member.
///
/// All members make the same calls in the same order. If they do not, all of them throw
/// `CollectiveMismatchException`.
public final class CallSequence implements Wait.Reason {
    /*
     * How it works. A collective is a call with a number, and takes one or more ticks, numbered through for the life
     * of the group. A flag holds tick, lap and tag: tick << 16 | lap << 12 | tag. The lap says how many ticks of its
     * call came before, 15 for more; the tag is 12 bits of a hash over all calls so far with their arguments. Flags
     * only grow and are never cleared; a wait for a tick is a wait for a flag of at least tick << 16. "At least" and
     * "before" use the sign of the difference, so that flags may wrap around. A flag that no member raised for 2^47
     * ticks would count as a new one, but 2^47 ticks are months of barriers alone. If the flag's call began before the
     * PE's own call will end, both are one call, and the tags must be equal. So a PE finds a mismatch when calls meet,
     * before it writes to another PE's objects, at the cost of one comparison. A tick after which a member still waits
     * for others cannot be overtaken: there a flag of a later call is a mismatch too.
     *
     * Each member has a line for each other member, `from`, which that member alone writes: "I have reached tick t".
     * All algorithms signal through these lines, so no two can disturb each other.
     *
     * A flag is raised after its writer's data have arrived at the PE of the flag, and after the writer's own memory
     * may be read. Puts to third PEs are not included: an algorithm that relies on them calls `release` first.
     */
    private static final int TAG_BITS = 12;
    private static final long TAG = (1L << TAG_BITS) - 1;
    private static final int TICK_SHIFT = 16;
    private static final long MOST_LAPS = (1L << TICK_SHIFT - TAG_BITS) - 1;

    private final Transport transport;
    private final Channel channel;
    private final int first; // the PE number of member 0
    private final int step; // 0 if PE numbers are listed
    private final int[] listed;
    final int size;
    final int me;
    private final int own; // this PE's number in the job
    private final long region; // address of this PE's region
    private final int spins;

    /// The calls of the team that this group is a part of, or these. A part has flags of its own; its calls are the
    /// team's.
    private final CallSequence whole;

    private final long flags;
    private final int flagLine;
    private final Mismatch mismatch;
    private final CallLog log;

    private long call;

    /// The value of this call's flags at its first tick.
    private long head;

    /// The number of ticks of this call.
    private long span = 1;

    /// The hash over all calls so far.
    private long hash;

    /// The thread that is in a collective of this team, or null. A plain field: a second thread is certainly detected
    /// while the first one waits. Of two threads that enter at one moment, neither may be detected.
    private Thread inside;

    private final CollectiveScope scope = new CollectiveScope();
    private final Observer observer; // the recorder of the calls, or null
    private final long identity; // this team's number for the observer
    private long token; // the observer's for the collective that runs
    private FlightEvents.Begun event; // of the collective that runs; null if none is recorded
    private String routine;

    /// What the thread that has made a collective runs after it; null for nothing.
    public Runnable atLeave;

    /// @param team the calls of the team that this group is a part of, or null
    CallSequence(Group g, CallSequence team, long firstTick) {
        this.whole = team == null ? this : team;
        this.transport = g.transport;
        this.channel = g.channel;
        this.first = g.members.pe(0);
        this.step = g.members.step;
        this.listed = g.members.listed;
        this.size = g.size;
        this.own = transport.pe();
        this.region = transport.address(own, 0);
        this.spins = transport.spins();
        this.me = g.me;
        this.flags = g.layout.flags();
        this.flagLine = g.layout.line();
        this.head = firstTick << TICK_SHIFT;
        this.mismatch = team == null ? new Mismatch(transport, g.members) : team.mismatch;
        this.log = team == null ? mismatch.log : team.log;
        this.observer = transport.observer();
        this.identity = (long) g.members.slot << 32 | first;
    }

    int pe(int k) {
        return step != 0 ? first + step * k : listed[k];
    }

    /// Lets the calling thread into a collective of this team, for the routine `verb`, until the result is closed, and
    /// reports the collective to the observer as `label`. Refuses a second thread.
    public CollectiveScope enter(String verb, String label) {
        Thread other = inside;
        Thread caller = Thread.currentThread();
        if (other != null) {
            throw new IllegalStateException(
                    "PE %d/%d: %s on thread %s while thread %s is in a collective of the same team; let one wait for the other, or use two teams"
                            .formatted(own, transport.npes(), verb, caller.getName(), other.getName()));
        }
        inside = caller;
        routine = label;
        event = FlightEvents.collective();
        if (observer != null) token = observer.entered(label, identity);
        return scope;
    }

    /// The stay of the thread that [#enter] has let in. It ends also after an exception.
    public final class CollectiveScope implements AutoCloseable {
        @Override
        public void close() {
            inside = null;
            if (event != null) event.end(own, () -> routine);
            if (observer != null) observer.left(token, call);
            if (atLeave != null) atLeave.run();
        }
    }

    /// Returns the number of the present call, or of the last one: equal on all members.
    public long number() {
        return call;
    }

    /// Enters the next call, which has no arguments and one tick.
    public void begin(Operation operation) {
        mismatch.refuseIfFailed();
        startCall(CallLog.mix(hash, operation.ordinal() + 1));
        log.write(call, operation);
    }

    /// Enters the next step of the whole team's present call in this part of it.
    void enterStep() {
        startCall(CallLog.mix(hash, whole.hash));
    }

    /// Enters the next call, of one tick unless [#ticks] sets another number.
    public void begin(Operation operation, long a, long b, long c, long d, long e, long f) {
        mismatch.refuseIfFailed();
        long arguments = CallLog.hash(operation, a, b, c, d, e, f);
        startCall(CallLog.mix(CallLog.mix(hash, operation.ordinal() + 1), arguments));
        log.write(call, operation, arguments, a, b, c, d, e, f);
    }

    /// Returns argument `i` of member `k`, which is in the present call.
    public long argument(int k, int i) {
        long[] arguments = log.arguments(pe(k), call);
        if (arguments == null) throw differ();
        return arguments[i];
    }

    /// Returns the exception for members that differ in the present call.
    public CollectiveMismatchException differ() {
        return mismatch.found(whole.call);
    }

    /// Begins the next call, with which all calls have this hash: computes the flag of its first tick.
    private void startCall(long all) {
        call++;
        hash = all;
        head = (head >>> TICK_SHIFT) + span << TICK_SHIFT | all >>> 64 - TAG_BITS;
        span = 1;
    }

    /// Sets the number of ticks of the present call, which has arguments: equal on every member.
    public void ticks(long n) {
        span = n;
    }

    /// Returns the value of a flag at tick `at` of the present call.
    public long flag(long at) {
        return head + (at << TICK_SHIFT) + (Math.min(at, MOST_LAPS) << TAG_BITS);
    }

    /// Signals to member `k` that this PE has reached tick `at` of the call. This PE's puts to `k` have arrived by
    /// then, and its own memory may be read.
    public void post(int k, long at) {
        // release towards k: pairs with the acquire in await() on member k
        channel.signal(pe(k), from(me), flag(at));
    }

    /// Signals as [#post], after a copy of this PE's memory has arrived: one message if `k` is on another host.
    public void post(int k, long at, long to, long from, long bytes) {
        raise(k, from(me), at, to, from, bytes);
    }

    /// Raises a flag of this PE at member `k`, after a copy of this PE's memory has arrived there.
    void raise(int k, long offset, long at, long to, long from, long bytes) {
        // release towards k: pairs with the acquire in awaitFlag() on member k
        if (bytes == 0) channel.signal(pe(k), offset, flag(at));
        else channel.copySignal(pe(k), to, from, bytes, offset, flag(at));
    }

    /// Waits until member `k` has reached tick `at`: an acquire. Member `k` may be in a later call by now.
    public void await(int k, long at) {
        awaitFlag(from(k), at, false);
    }

    /// Waits until member `k` has reached tick `at`, and checks that it is in the same call as this PE. An algorithm
    /// calls this before it writes to the member's objects. The member cannot have left the call, because it waits
    /// for this PE.
    public void awaitInCall(int k, long at) {
        awaitFlag(from(k), at, true);
    }

    /// Returns the offset of member `k`'s flag in every region.
    public long from(int k) {
        return flags + (long) k * flagLine;
    }

    /// Waits for a flag that a member raises in this PE's memory. If `inCall`, the member cannot have left this call.
    public void awaitFlag(long offset, long at, boolean inCall) {
        if (!isThere(offset, at, inCall)) new Arrival(offset, at, inCall).pass();
    }

    /// Waits for a flag as [#awaitFlag]. Until its next wait of another kind this PE only signals.
    void awaitRound(long offset, long at, boolean inCall) {
        if (!isThere(offset, at, inCall)) transport.awaitLater(new Arrival(offset, at, inCall));
    }

    /// Looks for a flag, and checks it if it is there.
    private boolean isThere(long offset, long at, boolean inCall) {
        long goal = goal(at);
        long address = region + offset;
        for (int k = spins; k > 0; k--) {
            long flag = Memory.getLongAcquire(address); // pairs with the signal in post()
            if (flag - goal >= 0) {
                if (!fits(flag, at, inCall)) throw differ();
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /// The wait for a flag.
    private final class Arrival extends FlagWait {
        private final long at;
        private final boolean inCall;

        Arrival(long offset, long at, boolean inCall) {
            super(CallSequence.this, transport, offset, CallSequence.this.goal(at));
            this.at = at;
            this.inCall = inCall;
        }

        @Override
        public boolean fits(long flag) {
            return CallSequence.this.fits(flag, at, inCall);
        }

        @Override
        public RuntimeException misfit() {
            return differ();
        }
    }

    /// Waits once until all other members have reached tick `at`. If `inCall`, none of them can have left this call.
    /// One wait for each of them would resume a PE that shares its core with them each time.
    public void awaitAll(long at, boolean inCall) {
        boolean[] differs = new boolean[1];
        transport.await(
                flags,
                (long) size * flagLine,
                new FlagsWait(this, channel, flags, flagLine, size, me, goal(at)) { // pairs with the signals in post()
                    @Override
                    public void saw(long flag) {
                        if (!fits(flag, at, inCall)) differs[0] = true;
                    }
                });
        if (differs[0]) throw differ();
    }

    /// Returns the least value of a flag that has reached tick `at`.
    long goal(long at) {
        return (head >>> TICK_SHIFT) + at << TICK_SHIFT;
    }

    /// Whether a flag that has reached tick `at` is one of this call with its tag, or, unless `inCall`, one of a
    /// later call.
    boolean fits(long flag, long at, boolean inCall) {
        if (flag == flag(at)) return true;
        long began = flag - ((flag >>> TAG_BITS & MOST_LAPS) << TICK_SHIFT) & -1L << TICK_SHIFT;
        boolean same = began - goal(span) < 0; // before the next call
        return same ? (flag & TAG) == (head & TAG) : !inCall;
    }

    /// Whether a member that has reached tick `at` of this call still waits for others in it.
    public boolean isBeforeLast(long at) {
        return at < span - 1;
    }

    /// Ends the team on this PE: the members may not agree on the call any more.
    @Override
    public void tookTooLong() {
        mismatch.tookTooLong(whole.call);
    }

    @Override
    public void check(boolean stuck) {
        mismatch.check(whole.call, stuck);
    }

    @Override
    public String what(Wait wait) {
        return mismatch.describe(whole.call);
    }
}
