// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.CollectiveMismatchException;
import org.jshmem.transport.Transport;

/// Whether the members of a team are in the same calls: the evidence when they are not, and what ends the team.
final class Ledger {
    /*
     * How it works. Before a PE can block in a collective it writes a record ([Records]). Nobody looks at records
     * while things go well: flags carry a hash of all calls so far, and a PE that finds another's hash different,
     * or that has waited for long, reads the others' records. The eight latest calls are kept, so that the first
     * call that differs can be named even when members have gone on.
     *
     * A look costs lines from each member, which a PE that computes would feel if 63 others looked all the time: each
     * look of a wait comes twice as late as the one before, up to half a second.
     */
    private static final long FIRST_PAUSE = 20_000_000; // ns between looks
    private static final long LONGEST_PAUSE = 500_000_000;
    private static final int MOST_TRIES = 50;

    private final Transport transport;
    private final Roster team;
    private final Records records;
    private final Verdict verdict;
    private long lookedAt; // the call that was looked at last
    private long lastLook;
    private long pause;

    Ledger(Transport transport, Roster team) {
        this.transport = transport;
        this.team = team;
        this.records = new Records(transport, team);
        records.sign();
        this.verdict = new Verdict(transport, team);
    }

    /// Publishes that this PE is in its call number `call`, one without arguments.
    void record(long call, Operation operation) {
        records.write(call, operation);
    }

    /// Publishes that this PE is in its call number `call`.
    void record(long call, Operation operation, long a, long b, long c, long d, long e, long f) {
        records.write(call, operation, a, b, c, d, e, f);
    }

    /// Throws the verdict where there is one; what every collective begins with.
    void refuseIfFailed() {
        verdict.refuseIfPassed();
    }

    /// Looks for a reason to end a wait: a verdict, or a member that is in another call.
    void check(long call, boolean stuck) {
        refuseIfFailed();
        long now = transport.nanoTime();
        if (call != lookedAt) {
            lookedAt = call;
            pause = FIRST_PAUSE;
        } else {
            if (!stuck && now - lastLook < pause) return;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
        lastLook = now;
        String difference = difference(call, transport.pe());
        if (difference != null) throw fail(difference);
    }

    /// The members' calls do not match: ends the team and returns what to throw.
    CollectiveMismatchException mismatch(long call) {
        String difference = anyDifference(call);
        for (int i = 0; i < MOST_TRIES && difference == null; i++) { // a flag may come before its writer's record
            transport.sleep(1_000_000);
            difference = anyDifference(call);
        }
        return fail(difference != null ? difference : "the members' calls differ since before call " + call);
    }

    /// A difference from this PE, else one between two others: this one may agree with both, as who brings nothing to
    /// a collect does.
    private String anyDifference(long call) {
        String difference = difference(call, transport.pe());
        for (int k = 0; k < team.size() && difference == null; k++) difference = difference(call, team.pe(k));
        return difference;
    }

    /// The first of the latest calls in which a member differs from this one, or null.
    private String difference(long call, int pe) {
        long[] mine = new long[Records.ARGUMENTS];
        long[] theirs = new long[Records.ARGUMENTS];
        for (long c = Math.max(1, call - SystemLayout.RECORD_COUNT + 1); c <= call; c++) {
            int own = records.read(pe, c, mine);
            if (own < 0) continue;
            for (int k = 0; k < team.size(); k++) {
                int other = records.read(team.pe(k), c, theirs);
                if (other < 0 || other == own && Operation.of(own).agree(mine, theirs)) continue;
                return "call %d of %s is %s on PE %d but %s on PE %d"
                        .formatted(
                                c,
                                team.label(),
                                records.describe(own, mine),
                                pe,
                                records.describe(other, theirs),
                                team.pe(k));
            }
        }
        return null;
    }

    /// Argument `i` of member `k` in call number `call`, which it has come to.
    long argument(int k, long call, int i) {
        long[] arguments = new long[Records.ARGUMENTS];
        if (records.read(team.pe(k), call, arguments) < 0) throw mismatch(call);
        return arguments[i];
    }

    private CollectiveMismatchException fail(String difference) {
        verdict.pass(
                difference + "; every member has to make the same calls with the same arguments in the same order");
        return verdict.exception();
    }

    /// The members that have not come to call number `call`, as text.
    String late(long call) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < team.size(); k++) {
            int pe = team.pe(k);
            if (!records.hasCome(pe, call))
                text.append(text.isEmpty() ? "" : ", ").append(pe);
        }
        return text.isEmpty() ? "no PE in particular" : "PE " + text;
    }

    /// What this PE is in.
    String describe(long call) {
        return records.describe(transport.pe(), call);
    }
}
