// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.WordWait;

/// The check that the members of a team are in the same calls: the evidence if they are not, and the verdict that
/// ends the team.
public final class Mismatch {
    /*
     * How it works. Before a PE can block in a collective it records the call ([CallLog]). No PE reads the records
     * while calls match: flags carry a hash of all calls so far. A PE reads the others' logs if another's hash
     * differs, or after a long wait. A log keeps the eight latest calls, so that a message can name the first call
     * that differs even if members have made further calls.
     *
     * A look reads lines of the next 64 members, which would slow down a computing PE if 63 others looked all the
     * time. So the pause between looks doubles within a wait, up to half a second, or to eight seconds on several hosts: a
     * member that enters another call and waits looks itself. If each look read the lines of all members, thousands of
     * members would do nothing else.
     *
     * A log on another host takes two messages, the first of them a new connection. So of the members of a host only
     * the first looks at other hosts, at one member of each: that one is compared with the others of its host. While a
     * job starts, each PE waits for the slowest one: the first look of a wait comes after 0.2 s for each further host, at
     * most after 10 s.
     *
     * Every member's slot contains the verdict: each member throws it at its present wait or at its next collective
     * of the team. The first PE that finds the reason writes it, a member or not.
     */
    private static final long FIRST_PAUSE = 20_000_000; // ns between looks
    private static final long LONGEST_PAUSE = 500_000_000;
    private static final long LONGEST_PAUSE_ON_HOSTS = 8_000_000_000L;
    private static final long DELAY = 200_000_000; // ns for each further host
    private static final long LONGEST_DELAY = 10_000_000_000L;
    private static final int MOST_TRIES = 50;
    private static final long TRY_PAUSE = 1_000_000; // ns
    private static final long VIRTUAL_TRY_PAUSE = 25_000_000; // a simulated PE that waits checks once in a second
    private static final int MOST_LOOKED_AT = 64; // members in a look
    private static final int MOST_NAMES = 16; // PEs in a message
    private static final long WRITING = 1;
    private static final long WRITTEN = 2;
    private static final long TEXT_PATIENCE = 2_000_000_000; // ns

    /// The line of a PE of which no program is on the stack.
    static final String END_OF_MAIN = "the end of main";

    private final Transport transport;
    private final TeamMembers team;

    /// The log in which this PE records its calls.
    public final CallLog log;

    private final long slot;
    private final long delay; // from the begin of a wait to its first look

    /// The address of this PE's own word, which is not 0 after the team's collectives have ended.
    private final long verdict;

    private long lookedAt; // the call of the last look
    private long nextLook;
    private long pause;
    private int next; // the member at which the next look begins
    private long described = -1; // the call of the last description
    private List<Integer> late; // members that had not entered it, or not yet been looked at

    /// Creates the check of a member.
    public Mismatch(Transport transport, TeamMembers team) {
        this.transport = transport;
        this.team = team;
        this.log = new CallLog(transport, team);
        int others = transport.virtualTime() ? 0 : transport.topology().hosts() - 1;
        this.delay = Math.min(others * DELAY, LONGEST_DELAY);
        this.slot = SystemLayout.slot(team.slot, transport.npes());
        this.verdict = transport.address(transport.pe(), slot) + SystemLayout.VERDICT;
    }

    /// Throws the verdict if there is one; every collective begins with this check.
    public void refuseIfFailed() {
        if (hasFailed()) throw exception();
    }

    /// Checks for a reason to end a wait: a verdict, or a member in another call.
    public void check(long call, boolean stuck) {
        refuseIfFailed();
        long now = transport.nanoTime();
        if (call != lookedAt) {
            lookedAt = call;
            nextLook = now + delay;
            pause = FIRST_PAUSE;
            next = team.size <= MOST_LOOKED_AT ? 0 : team.member(transport.pe());
            log.writeSite(call);
        }
        if (!stuck && now - nextLook < 0) return;
        nextLook = now + pause;
        pause = Math.min(2 * pause, delay == 0 ? LONGEST_PAUSE : LONGEST_PAUSE_ON_HOSTS);
        int count = stuck ? team.size : Math.min(team.size, MOST_LOOKED_AT);
        int from = next;
        next = (from + count) % team.size;
        int[] looked = members(from, count)
                .filter(stuck || delay == 0 ? _ -> true : compared())
                .toArray();
        if (difference(call, looked) != null) throw fail(awaitEvidence(call, looked));
    }

    private IntStream members(int from, int count) {
        return IntStream.range(from, from + count).map(k -> team.pe(k % team.size));
    }

    /// Accepts the members of this host; the first of these also accepts one member of each other host.
    private IntPredicate compared() {
        Topology topology = transport.topology();
        int own = topology.host(transport.pe());
        IntPredicate here = pe -> topology.host(pe) == own;
        if (members(0, team.size).filter(here).findFirst().orElseThrow() != transport.pe()) return here;
        Set<Integer> hosts = new HashSet<>();
        return pe -> hosts.add(topology.host(pe)) || here.test(pe);
    }

    /// Ends the team, whose members' calls do not match, and returns the exception.
    public CollectiveMismatchException found(long call) {
        log.writeSite(call);
        String difference = awaitEvidence(call, members(0, team.size).toArray());
        return fail(difference != null ? difference : "the members' calls differ since before call " + call);
    }

    /// Looks until there is a difference with lines of the program: a flag may arrive before its writer's record, and
    /// the record before the line of the program. Another PE may find the difference first.
    private String awaitEvidence(long call, int[] pes) {
        long pauseOfTry = transport.virtualTime() ? VIRTUAL_TRY_PAUSE : TRY_PAUSE;
        String difference = difference(call, pes);
        for (int i = 0; i < MOST_TRIES && (difference == null || !difference.endsWith(")")); i++) {
            if (awaitVerdict(Cmp.NE, 0, "for the calls of " + team, pauseOfTry)) break;
            String more = difference(call, pes);
            if (more != null) difference = more;
        }
        return difference;
    }

    /// Returns the first of the latest calls in which one of these PEs differs from this one, or null.
    private String difference(long call, int[] pes) {
        Map<Integer, Map<Long, CallLog.Entry>> logs = new LinkedHashMap<>();
        long[] mine = log.lines(transport.pe());
        for (int pe : pes) {
            long[] lines = log.lines(pe);
            if (!Arrays.equals(lines, mine)) logs.put(pe, log.calls(lines)); // equal ones are most, and read at once
        }
        NavigableMap<Long, CallLog.Entry> calls = log.calls(mine);
        for (var own : calls.headMap(call, true).entrySet()) {
            for (var theirs : logs.entrySet()) {
                CallLog.Entry other = theirs.getValue().get(own.getKey());
                if (other == null || other.matches(own.getValue())) continue;
                CallLog.Entry before = calls.get(own.getKey() - 1);
                return difference(own.getKey(), own.getValue(), theirs.getKey(), other, before);
            }
        }
        return null;
    }

    private String difference(long call, CallLog.Entry mine, int other, CallLog.Entry theirs, CallLog.Entry before) {
        int pe = transport.pe();
        String one = log.site(pe, call);
        String two = log.site(other, call);
        String last = before == null ? "" : "; the call before is " + log.describe(before);
        String sites = one.isEmpty() || two.isEmpty() ? "" : " (%s and %s%s)".formatted(one, two, last);
        return "call %d of %s is %s on PE %d but %s on PE %d%s"
                .formatted(call, team, log.describe(mine), pe, log.describe(theirs), other, sites);
    }

    /// Returns the description of a waiting call for messages: the call, and the missing members.
    public String describe(long call) {
        if (call != described) late = members(0, team.size).boxed().collect(Collectors.toCollection(LinkedList::new));
        described = call;
        log.removeEntered(call, late, MOST_NAMES + 1);
        return "in %s, call %d of %s, which %s".formatted(log.describe(call), call, team, missing(late));
    }

    private static String missing(List<Integer> late) {
        if (late.isEmpty()) return "all members have entered; some are still inside it";
        String pes =
                late.stream().limit(MOST_NAMES).map(pe -> Integer.toString(pe)).collect(Collectors.joining(", "));
        boolean one = late.size() == 1;
        return "%s %s%s %s not entered"
                .formatted(one ? "PE" : "PEs", pes, late.size() > MOST_NAMES ? ", ..." : "", one ? "has" : "have");
    }

    // the verdict

    private CollectiveMismatchException fail(String difference) {
        if (hasFailed()) return exception(); // another PE was first, and passes its text to all
        String end = Operation.FINALIZE.label() + "()";
        String hint = difference.contains(end) && !difference.contains(END_OF_MAIN)
                ? "; if an exception led to %s, through try (Shmem sh = Shmem.init()), use Shmem.run, which reports it"
                        .formatted(end)
                : "";
        String reason = difference
                + "; every member has to make the same calls with the same arguments in the same order" + hint;
        for (int k = 0; k < team.size; k++) pass(team.pe(k), reason);
        return exception();
    }

    /// Ends the team on one member: writes the text first, then the word.
    private void pass(int pe, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int bytes = Math.min(text.length, SystemLayout.TEXT_BYTES - 8);
        Channel channel = transport.channel();
        long at = slot + SystemLayout.VERDICT;
        if (channel.atomic(Atomic.COMPARE_SWAP, pe, at, 8, WRITING, 0) != 0) return; // another PE was first
        channel.put(pe, slot + SystemLayout.TEXT + 8, MemorySegment.ofArray(text), 0, bytes);
        channel.store(pe, slot + SystemLayout.TEXT, 8, bytes);
        channel.signal(pe, at, WRITTEN); // pairs with the acquire in refuseIfFailed()
    }

    // a wait that ends before its call

    /// Whether the team's collectives are over.
    public boolean hasFailed() {
        return Memory.getLongAcquire(verdict) != 0;
    }

    /// Ends the team on this PE after a wait in the call that took too long. The other members may end the call, or
    /// find in waits of their own that it took too long.
    public void tookTooLong(long call) {
        pass(
                transport.pe(),
                "%s, call %d of %s, took longer than --timeout on this PE, so the team's collectives are over here; end the job"
                        .formatted(log.describe(call), call, team));
    }

    /// Returns the exception that a member throws after the verdict. The writer of its text may end before it has
    /// written it: a member waits at most [#TEXT_PATIENCE] for the text.
    private CollectiveMismatchException exception() {
        String reason = "the members' calls differ";
        if (awaitVerdict(Cmp.EQ, WRITTEN, "for the reason why " + team + " has failed", TEXT_PATIENCE)) {
            long at = verdict - SystemLayout.VERDICT + SystemLayout.TEXT;
            byte[] text = new byte[(int) Memory.getLong(at)];
            Memory.copyOut(at + 8, MemorySegment.ofArray(text), 0, text.length);
            reason = new String(text, StandardCharsets.UTF_8);
        }
        return new CollectiveMismatchException("PE %d/%d: %s".formatted(transport.pe(), transport.npes(), reason));
    }

    private boolean awaitVerdict(Cmp cmp, long value, String what, long nanos) {
        long deadline = transport.nanoTime() + nanos;
        long at = slot + SystemLayout.VERDICT;
        return new WordWait(_ -> what, transport, at, Long.BYTES, cmp, value, 0, deadline, false).await();
    }
}
