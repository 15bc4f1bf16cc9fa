// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rcce;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.reduce.MessageReduce;
import org.jshmem.collective.reduce.Reductions;

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
                        ring("rcce", Rcce.BLOCKING, Rcce.REST_FIRST, "ring by messages that block, as RCCE_comm"),
                        ring("ircce", Rcce.REQUESTS, Rcce.REST_FIRST, "the same by requests"),
                        ring("rcce-light", Rcce.LIGHTWEIGHT, Rcce.REST_FIRST, "the same by lightweight messages"),
                        ring("rcce-even", Rcce.LIGHTWEIGHT, Split.ELEMENTS, "the same in even blocks"),
                        ring("rcce-lines", Rcce.LIGHTWEIGHT, Split.LINES, "the same in blocks of whole lines"),
                        Reductions.byMessages(
                                "rcce-direct",
                                MessageReduce.direct(Rcce.LIGHTWEIGHT),
                                "even blocks, combined in the mailboxes"));
            case BROADCAST ->
                List.of(
                        Selection.<Broadcasts.Algorithm>row(
                                "rcce-binomial",
                                RcceBinomial::run,
                                "lg p (2 a + 2n b)",
                                "binomial tree of messages, as RCCE_comm"),
                        Broadcasts.scatter(
                                "rcce-scatter",
                                Rcce.BLOCKING,
                                Rcce.REST_FIRST,
                                "scatter and ring of messages, as RCCE_comm"));
            default -> List.of();
        };
    }

    private static Selection.Row<?> ring(String name, Rcce style, Split split, String sentence) {
        return Reductions.byMessages(name, MessageReduce.of(style, split), sentence);
    }
}
