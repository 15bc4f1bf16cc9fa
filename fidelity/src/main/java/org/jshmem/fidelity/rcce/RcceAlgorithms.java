// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rcce;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.papers.message.MessageBroadcast;
import org.jshmem.collective.papers.message.MessageReduce;
import org.jshmem.collective.papers.message.Split;

/// The algorithms that this module adds to the tables of reductions and broadcasts: RCCE_comm's, and each step of
/// Kohler's ladder.
public final class RcceAlgorithms implements Selection.More {
    /// For the service loader.
    public RcceAlgorithms() {}

    @Override
    public List<? extends Selection.Row<?>> rows(Collective collective) {
        return switch (collective) {
            case REDUCE ->
                List.of(
                        MessageReduce.row(
                                "rcce", Rcce.BLOCKING, Rcce.REST_FIRST, "ring by messages that block, as RCCE_comm"),
                        MessageReduce.row("ircce", Rcce.REQUESTS, Rcce.REST_FIRST, "the same by requests"),
                        MessageReduce.row(
                                "rcce-light", Rcce.LIGHTWEIGHT, Rcce.REST_FIRST, "the same by lightweight messages"),
                        MessageReduce.row("rcce-even", Rcce.LIGHTWEIGHT, Split.ELEMENTS, "the same in even blocks"),
                        MessageReduce.row(
                                "rcce-lines", Rcce.LIGHTWEIGHT, Split.LINES, "the same in blocks of whole lines"),
                        MessageReduce.direct(
                                "rcce-direct", Rcce.LIGHTWEIGHT, "even blocks, combined in the mailboxes"));
            case BROADCAST ->
                List.of(
                        Selection.<Broadcasts.Algorithm>row(
                                "rcce-binomial",
                                RcceBinomial::run,
                                "lg p (2 a + 2n b)",
                                "binomial tree of messages, as RCCE_comm"),
                        MessageBroadcast.row(
                                "rcce-scatter",
                                Rcce.BLOCKING,
                                Rcce.REST_FIRST,
                                "scatter and ring of messages, as RCCE_comm"));
            default -> List.of();
        };
    }
}
