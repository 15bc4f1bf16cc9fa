// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.List;
import java.util.function.Consumer;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;

/// The algorithms of barrier and sync, by which a member waits for all members.
///
/// ```
/// dissemination, p = 5: in round r member k signals to k + 2^r and waits for k - 2^r
///   round 0   0>1  1>2  2>3  3>4  4>0        each has counted 2 members
///   round 1   0>2  1>3  2>4  3>0  4>1        each has counted 4
///   round 2   0>4  1>0  2>1  3>2  4>3        each has counted all
///
/// linear, p = 5: all signal to member 0, which waits once for all of them, and then signals to each
///   1>0  2>0  3>0  4>0 ------ 0>1  0>2  0>3  0>4
///
/// hierarchical: the members of a host at their first one; first ones by dissemination (see Hierarchy)
/// ```
///
/// Dissemination (Hensgen, Finkel, Manber 1988) takes ceil(log2 p) rounds of one line each, p ceil(log2 p) lines in
/// all. The linear barrier takes 2(p - 1) lines. It is faster if PEs outnumber cores, because each PE sleeps once.
public final class Barriers {
    private static final Algorithm<Consumer<Meetings>> DISSEMINATION =
            new Algorithm<>("dissemination", g -> g.disseminate(0), "each round signals the member twice as far away");

    private static final Algorithm<Consumer<Meetings>> LINEAR =
            new Algorithm<>("linear", g -> g.meetAtFirst(0), "member 0 waits for all, and releases them");

    private static final Algorithm<Consumer<Meetings>> HIERARCHICAL =
            new Algorithm<>("hierarchical", g -> g.meetByHosts(0), "one member of each host represents it");

    /// The algorithms of barrier and of sync; [Meetings#meetAll] decides between them.
    public static final List<Algorithm<Consumer<Meetings>>> ALL = List.of(DISSEMINATION, LINEAR, HIERARCHICAL);

    private Barriers() {}

    /// Waits until all members have made this call, by a chosen algorithm.
    static void sync(Meetings g, Operation operation, Algorithm<Consumer<Meetings>> chosen) {
        g.begin(operation, chosen.code(true), 0, 0, 0, 0, 0);
        chosen.run().accept(g);
    }
}
