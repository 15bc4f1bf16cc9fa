// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jshmem.transport.Transport;

/// Finds PEs that wait for each other in collectives of different teams, which none of these teams can see alone.
///
/// ```
/// PE 0: a.barrier(); b.barrier();      both members of a and of b: PE 0 waits in a for PE 1,
/// PE 1: b.barrier(); a.barrier();      which waits in b for PE 0, for ever
/// ```
/*
 * How it works. A PE that has waited in a collective for long says for whom ([Blocked]): the one that has to raise the
 * flag it waits for, or all that have not come to the call. From time to time it follows these sayings, and where they
 * lead back to itself it looks again after a while. If every PE on the way is still in the same wait, and no flag has
 * been raised, then there was a moment between the two looks at which all of them were blocked, each for something that
 * only the next one could do: that is not slowness. All teams on the way fail.
 *
 * An edge is never guessed. Who waits for one member's flag waits for that PE, wherever it is. Who waits for a
 * rendezvous waits for each member that has not come. Nothing is followed through PEs that are not blocked in a
 * collective, whatever else they wait for.
 */
final class Circle {
    private static final long PATIENCE = 500_000_000; // ns between two looks
    private static final int MOST_NAMED = 5;

    private final Transport transport;
    private List<Blocked> suspected = List.of();
    private long lastLook = Long.MIN_VALUE;

    Circle(Transport transport) {
        this.transport = transport;
    }

    /// Fails the teams of a circle that this PE is on, if there is one. `stuck` says that no PE can move at all.
    void check(boolean stuck) {
        long now = transport.nanoTime();
        if (!stuck && lastLook != Long.MIN_VALUE && now - lastLook < PATIENCE) return;
        lastLook = now;
        if (stuck) suspected = search();
        List<Blocked> found = search();
        boolean same = !found.isEmpty() && found.equals(suspected);
        suspected = found;
        if (!same) return;
        String text = text(found);
        found.stream().map(Blocked::team).distinct().forEach(team -> new Verdict(transport, team).pass(text));
    }

    /// The way back to this PE, beginning where a team begins; empty where there is none.
    private List<Blocked> search() {
        Blocked own = Blocked.read(transport, transport.pe());
        List<Blocked> path = new ArrayList<>();
        return own != null && leadsBack(own, path, new BitSet()) ? turned(path) : List.of();
    }

    private boolean leadsBack(Blocked b, List<Blocked> path, BitSet seen) {
        path.add(b);
        seen.set(b.pe());
        if (b.awaits(transport)) {
            if (b.from() != Blocked.EVERYBODY) {
                if (leadsBackBy(b.from(), path, seen)) return true;
            } else {
                Records records = new Records(transport, b.team());
                for (int k = 0; k < b.team().size(); k++) {
                    int pe = b.team().pe(k);
                    if (!records.hasCome(pe, b.call()) && leadsBackBy(pe, path, seen)) return true;
                }
            }
        }
        path.removeLast();
        return false;
    }

    private boolean leadsBackBy(int pe, List<Blocked> path, BitSet seen) {
        if (pe == transport.pe()) return true;
        if (seen.get(pe)) return false;
        Blocked next = Blocked.read(transport, pe);
        return next != null && leadsBack(next, path, seen);
    }

    /// The circle from the smallest PE that waits for one in another call; the same on whichever PE finds it. Empty
    /// where all are in one call: that is the affair of its team alone.
    private static List<Blocked> turned(List<Blocked> path) {
        int start = -1;
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).isWith(path.get((i + path.size() - 1) % path.size()))) continue;
            if (start < 0 || path.get(i).pe() < path.get(start).pe()) start = i;
        }
        if (start < 0) return List.of();
        List<Blocked> turned = new ArrayList<>(path.subList(start, path.size()));
        turned.addAll(path.subList(0, start));
        return turned;
    }

    private String text(List<Blocked> circle) {
        StringBuilder text = new StringBuilder();
        int named = 0;
        for (int i = 0; i < circle.size(); i++) {
            Blocked b = circle.get(i);
            if (i > 0 && b.isWith(circle.get(i - 1))) continue; // the first one of a call speaks for those behind it
            if (named++ == MOST_NAMED) {
                text.append(", and so on through ").append(circle.size()).append(" PEs");
                break;
            }
            if (i > 0) text.append(", for PE ").append(b.pe()).append(", which");
            else text.append("PE ").append(b.pe());
            text.append(" waits in ").append(b.describe(transport));
        }
        if (named <= MOST_NAMED)
            text.append(", for PE ").append(circle.getFirst().pe());
        return text + ": none can go on; PEs that share teams have to call their collectives in the same order";
    }
}
