// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Work;
import org.jshmem.collective.Group;

/// Sends and receives as libraries of the Intel SCC implement them (Kohler 2012, sections IV-A and IV-B).
///
/// A message with an incomplete last line travels as two pieces, as in RCCE 1.1: the whole lines, then one padded line
/// with a handshake of its own. The second piece is the cost of a length that is not a multiple of a line (figure 9).
///
/// RCCE clears a flag after the receiver has seen it. The library's flags only grow, so on a simulated machine the
/// style makes a store in a line that no PE reads. On a real host the style makes no store.
///
/// The software of a message and of its pieces, in addition to moving bytes and to flags, is instructions of the
/// machine's file at either end: `i_message`, `i_block`, `i_request` and `i_light`.
public final class Rcce implements Style {
    /// RCCE: a send returns after the receiver has taken its message.
    public static final Rcce BLOCKING = new Rcce("blocking", "i_block", false, true);

    /// iRCCE: sends and receives are requests in lists, several at once.
    public static final Rcce REQUESTS = new Rcce("requests", "i_request", true, true);

    /// Kohler's messages: one send and one receive at a time, no lists.
    public static final Rcce LIGHTWEIGHT = new Rcce("lightweight", "i_light", true, true);

    /// RCCE_comm's partition of 552 elements into 35 and then 47 x 11: the first block takes the remainder.
    public static final Split REST_FIRST = (count, perLine, b, p) -> b == 0 ? 0 : count % p + count / p * b;

    private final String name;
    private final String piece; // the machine's parameter for the software of a piece
    private final boolean overlaps;
    private final boolean tails;

    private Rcce(String name, String piece, boolean overlaps, boolean tails) {
        this.name = name;
        this.piece = piece;
        this.overlaps = overlaps;
        this.tails = tails;
    }

    /// Returns this style without tails: an incomplete last line travels with the other lines.
    public Rcce withoutTails() {
        return new Rcce(name + " without tails", piece, overlaps, false);
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
    public boolean tails(Group g) {
        return tails && (this != LIGHTWEIGHT || g.direct.parameter("light_parts") != 1);
    }

    @Override
    public void message(Group g) {
        software(g, "i_message");
    }

    @Override
    public void piece(Group g) {
        software(g, piece);
    }

    private static void software(Group g, String symbol) {
        int instructions = (int) g.direct.parameter(symbol);
        if (instructions > 0) g.direct.compute(Work.scalars(instructions));
    }

    @Override
    public void seen(Group g) {
        if (g.transport.virtualTime()) g.channel.store(g.pe(g.me), g.calls.from(g.me), Long.BYTES, 0);
    }
}
