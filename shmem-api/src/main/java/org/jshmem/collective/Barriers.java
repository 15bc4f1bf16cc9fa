// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.List;
import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.collective.choice.Rule;
import org.jshmem.collective.choice.Rule.Where;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.diagnose.Operation;

/// The algorithms of barrier and sync, by which a member waits for all members.
///
/// ```
/// dissemination, p = 5: in round r member k signals to k + 2^r and waits for k - 2^r
///   round 0   0>1  1>2  2>3  3>4  4>0        each has counted 2 members
///   round 1   0>2  1>3  2>4  3>0  4>1        each has counted 4
///   round 2   0>4  1>0  2>1  3>2  4>3        each has counted all
///
/// central, p = 5: arrivals add to a counter at member 0, the last one (3) rings the bell at member 4
///   0+ 2+ 4+ 1+ 3+ ------ 3: all there, bell ------ 0 1 2 4 continue
///
/// leaders: the members of a host as `central`, at their first one; first ones by dissemination (see Levels)
/// ```
///
/// Dissemination (Hensgen, Finkel, Manber 1988) takes ceil(log2 p) rounds of one line each, p ceil(log2 p) lines in
/// all. The central counter takes p atomic additions on one line and one line that all members read. It is faster if
/// PEs outnumber cores, because each PE sleeps once only.
public final class Barriers {
    private static final Selection.Row<Rendezvous> DISSEMINATION = Selection.row(
            "dissemination",
            new Rendezvous(g -> g.disseminate(0), g -> g.disseminate(0)),
            "ceil(lg p) a",
            "each round signals the member twice as far away");

    private static final Selection.Row<Rendezvous> CENTRAL = Selection.row(
            "central",
            new Rendezvous(g -> g.gatherAtCounter(0), g -> g.awaitBell(0)),
            "(p + 1) a",
            "the last to arrive at a counter releases all");

    private static final Selection.Row<Rendezvous> LEADERS = Selection.row(
            "leaders",
            new Rendezvous(g -> g.meetByLeaders(0), g -> g.levels.resume(0)),
            "(p + 2 + ceil(lg h)) a",
            "one member of each host represents it");

    /// For the help: `Meetings.meetAll` executes them without a table, since programs make this call most often.
    private static final List<Rule<Rendezvous>> RULES =
            List.of(Rule.of(Where.HOSTS, LEADERS), Rule.of(Where.IN_TURN, CENTRAL), Rule.of(DISSEMINATION));

    /// The algorithms of barrier.
    public static final Selection<Rendezvous> TABLE =
            new Selection<>(Collective.BARRIER, RULES, DISSEMINATION, CENTRAL, LEADERS);

    /// The same algorithms, for sync: its messages name the collective.
    public static final Selection<Rendezvous> SYNC_TABLE =
            new Selection<>(Collective.SYNC, RULES, DISSEMINATION, CENTRAL, LEADERS);

    private Barriers() {}

    /// A way to meet, with `resume` to continue a meeting from its interrupted wait.
    public record Rendezvous(Consumer<Meetings> run, Consumer<Meetings> resume) {}

    /// Waits until all members have made this call, by the chosen row of the table.
    public static void sync(Meetings g, Operation operation, int row) {
        Selection.Row<Rendezvous> chosen = TABLE.row(row);
        g.begin(operation, chosen.code(true), 0, 0, 0, 0, 0);
        chosen.run().run().accept(g);
    }

    /// Continues [#sync] from its interrupted wait.
    public static void resume(Meetings g, int row) {
        TABLE.row(row).run().resume().accept(g);
    }
}
