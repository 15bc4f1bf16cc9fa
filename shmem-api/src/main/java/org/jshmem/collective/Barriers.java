// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Collective;

/// Waiting for all members.
///
/// ```
/// dissemination, p = 5: in round r member k tells k + 2^r and hears from k - 2^r
///   round 0   0>1  1>2  2>3  3>4  4>0        each knows of 2 members
///   round 1   0>2  1>3  2>4  3>0  4>1        each knows of 4
///   round 2   0>4  1>0  2>1  3>2  4>3        each knows of all
///
/// central, p = 5: arrivals add to a counter at member 0, the last one (3) rings the bell at member 4
///   0+ 2+ 4+ 1+ 3+ ------ 3: all there, bell ------ 0 1 2 4 go on
/// ```
///
/// Dissemination (Hensgen, Finkel, Manber 1988) takes ceil(log2 p) rounds of one line each, p ceil(log2 p) lines in
/// all. The central counter takes p atomic additions on one line and one line that all read; where PEs outnumber
/// cores it is the faster one, because each PE sleeps once only.
final class Barriers {
    static final int DISSEMINATION = 0;
    static final int CENTRAL = 1;

    static final Selection TABLE = new Selection(
            Collective.BARRIER,
            new Selection.Row(
                    "dissemination",
                    "a core for each PE, or 2 members",
                    "ceil(log2 p) lines in a row",
                    "each round tells the member twice as far away"),
            new Selection.Row(
                    "central",
                    "PEs outnumber cores",
                    "p atomic additions, one broadcast line",
                    "the last to arrive at a counter releases all"));

    private Barriers() {}

    /// Waits until all members have made this call.
    static void sync(Group g, Operation operation) {
        int row = g.chosen(operation == Operation.SYNC ? Collective.SYNC : Collective.BARRIER);
        if (row == Selection.AUTO) {
            g.begin(operation);
            g.rendezvous(0);
        } else {
            g.begin(operation, Selection.code(row, true), 0, 0, 0, 0, 0);
            if (row == CENTRAL) g.gatherAtCounter(0);
            else g.disseminate(0);
        }
    }
}
