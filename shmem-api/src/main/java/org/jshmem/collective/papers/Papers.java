// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.papers;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.choice.Selection;
import org.jshmem.collective.exchange.Exchanges;
import org.jshmem.collective.gather.Gathers;
import org.jshmem.collective.papers.message.MessageBroadcast;
import org.jshmem.collective.papers.message.MessageReduce;
import org.jshmem.collective.papers.message.MessageRing;
import org.jshmem.collective.papers.message.Split;
import org.jshmem.collective.papers.message.Style;
import org.jshmem.collective.reduce.Reductions;

/// The rows that this package adds to the tables.
public final class Papers implements Selection.More {
    /// OC-Bcast's best degree on 48 cores (Petrović 2012).
    private static final int DEGREE = 7;

    private static final String BY_MESSAGES = "(p-1) (2 a + 2n b)";

    /// For the service loader.
    public Papers() {}

    @Override
    public List<? extends Selection.Row<?>> rows(Collective collective) {
        return switch (collective) {
            case REDUCE -> reductions();
            case BROADCAST -> broadcasts();
            case COLLECT, FCOLLECT -> gathers();
            case ALLTOALL -> List.of(pairwise(), light());
            case ALLTOALLS -> List.of(pairwise());
            case BARRIER, SYNC, SCAN -> List.of();
        };
    }

    /// Returns a row that its table lists after another one.
    private static <A> Selection.Row<A> row(String after, String name, A run, String cost, String sentence) {
        return Selection.row(name, run, cost, sentence).listedAfter(after);
    }

    private static List<Selection.Row<Reductions.Algorithm>> reductions() {
        String tree = Reductions.TREE;
        String halves = Reductions.HALVES;
        String around = MessageReduce.AROUND;
        String flat = "p a + 2n(p-1) b + n(p-1) c";
        return List.of(
                row("auto", "flat", FlatReduce::run, flat, "member 0 reads all sources and writes all results"),
                row("rd", "bruck", BruckReduce::run, tree, "each sends to the member 2^r before it"),
                row("rsag", "ring", RingReduce::run, around, "blocks travel around twice"),
                row("central", "rd-left", LeftDoubling::run, tree, "rd where the lower of each pair combines for both"),
                row("rd-left", "rsag-plain", RabenseifnerVariants::plain, halves, "rsag with its middle in two steps"),
                row(
                        "rsag-plain",
                        "rsag-left",
                        RabenseifnerVariants::left,
                        halves,
                        "rsag where the lower of each pair makes the middle"),
                MessageReduce.row("even", Style.LIGHTWEIGHT, Split.ELEMENTS, "ring by messages in even blocks")
                        .listedAfter("chain"),
                MessageReduce.row("lines", Style.LIGHTWEIGHT, Split.LINES, "the same in blocks of whole lines")
                        .listedAfter("even"),
                MessageReduce.direct("direct", Style.LIGHTWEIGHT, "even blocks, combined in the mailboxes")
                        .listedAfter("lines"));
    }

    private static List<Selection.Row<Broadcasts.Algorithm>> broadcasts() {
        Broadcasts.Algorithm oc =
                (g, transfer, dst, src, bytes, root) -> OcBroadcast.run(g, transfer, DEGREE, dst, src, bytes, root);
        return List.of(
                row(
                        "binomial",
                        "chain",
                        ChainBroadcast::run,
                        "p a + n b",
                        "pieces are handed from neighbour to neighbour"),
                row(
                        "leaders",
                        "oc",
                        oc,
                        "2 log_" + DEGREE + " p a + 2n b",
                        "OC-Bcast: tree of degree " + DEGREE + ", chunks from mailboxes"),
                MessageBroadcast.row(
                                "even-scatter",
                                Style.LIGHTWEIGHT,
                                Split.ELEMENTS,
                                "scatter and ring of messages, in even slices")
                        .listedAfter("oc"),
                MessageBroadcast.row(
                                "lines-scatter", Style.LIGHTWEIGHT, Split.LINES, "the same in slices of whole lines")
                        .listedAfter("even-scatter"));
    }

    private static List<Selection.Row<Gathers.Algorithm>> gathers() {
        Gathers.Algorithm light = (g, transfer, dst, src, first) ->
                MessageRing.allgather(g, dst, src, g.offsets(), first, Style.LIGHTWEIGHT);
        return List.of(
                row("linear", "ring", RingGather::run, "(p-1) (a + n b)", "blocks travel around"),
                row("ring", "bruck", BruckGather::run, "2 lg p a + (p-1) n b", "windows of blocks double"),
                row("hosts", "light", light, BY_MESSAGES, "ring by messages"));
    }

    private static Selection.Row<Exchanges.Algorithm> pairwise() {
        String cost = "2(p-1) a + (p-1) n b";
        return row("linear", "pairwise", PairwiseExchange::run, cost, "a flag for each pair, no barrier");
    }

    private static Selection.Row<Exchanges.Algorithm> light() {
        Exchanges.Algorithm light =
                b -> MessageRing.alltoall(b.g(), b.dst(), b.src(), b.count() * b.width(), Style.LIGHTWEIGHT);
        return row("hosts", "light", light, BY_MESSAGES, "pairs exchange messages");
    }
}
