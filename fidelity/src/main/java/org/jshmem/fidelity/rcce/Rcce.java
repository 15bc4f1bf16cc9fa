// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rcce;

import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;

/// Sends and receives as libraries of the Intel SCC implement them (Kohler 2012, sections IV-A and IV-B).
///
/// A message with an incomplete last line travels as two parts, as in RCCE 1.1: the whole lines, then one padded line
/// with a handshake of its own. The second part is the cost of a length that is not a multiple of a line (figure 9).
///
/// RCCE clears a flag after the receiver has seen it. The library's flags only grow, so on a simulated machine the
/// style makes a store in a line that no PE reads. On a real host the style makes no store.
public final class Rcce implements Style {
    /// RCCE: a send returns after the receiver has taken its message.
    public static final Rcce BLOCKING = new Rcce("blocking", 0, 246, false, true);

    /// iRCCE: sends and receives are requests in lists, several at once.
    public static final Rcce REQUESTS = new Rcce("requests", 0, 821, true, true);

    /// Kohler's messages: one send and one receive at a time, no lists.
    public static final Rcce LIGHTWEIGHT = new Rcce("lightweight", 0, 0, true, true);

    /// RCCE_comm's partition of 552 elements into 35 and then 47 x 11: the first block takes the remainder.
    public static final Split REST_FIRST = (count, perLine, b, p) -> b == 0 ? 0 : count % p + count / p * b;

    /*
     * Instructions of each message and of each part of a message, at either end, in addition to moving bytes and to
     * flags. A part takes 0.46 us (246 instructions) or 1.54 us (821) of a core of the SCC. The numbers are fitted to
     * K-01, K-02 and P-20b together, by the least sum of squares of relative deviations. A cost per message comes out
     * as 0: it would have more weight in P's tree of short messages than in K's ring. The papers contradict each
     * other: 675 instructions would fit K alone, 114 fit P.
     */
    private final String name;
    private final int perMessage;
    private final int perPart;
    private final boolean overlaps;
    private final boolean tails;

    private Rcce(String name, int perMessage, int perPart, boolean overlaps, boolean tails) {
        this.name = name;
        this.perMessage = perMessage;
        this.perPart = perPart;
        this.overlaps = overlaps;
        this.tails = tails;
    }

    /// Returns this style without tails: an incomplete last line travels with the other lines.
    public Rcce withoutTails() {
        return new Rcce(name + " without tails", perMessage, perPart, overlaps, false);
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public boolean overlaps() {
        return overlaps;
    }

    @Override
    public boolean tails() {
        return tails;
    }

    @Override
    public void message(Group g) {
        if (g.pricing != null && perMessage > 0) g.pricing.compute(Work.scalars(perMessage));
    }

    @Override
    public void part(Group g) {
        if (g.pricing != null && perPart > 0) g.pricing.compute(Work.scalars(perPart));
    }

    @Override
    public void seen(Group g) {
        if (g.pricing != null) g.channel.store(g.pe(g.me), g.from(g.me), Long.BYTES, 0);
    }
}
