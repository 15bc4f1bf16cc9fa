// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.util.List;
import java.util.function.Consumer;
import org.jshmem.Collective;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.algorithm.Broadcasts.Broadcasting;
import org.jshmem.collective.algorithm.Exchanges.Blocks;
import org.jshmem.collective.algorithm.Gathers.Gathering;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.choice.AlgorithmService;
import org.jshmem.papers.message.MessageBroadcast;
import org.jshmem.papers.message.MessageRing;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.RcceBinomial;
import org.jshmem.papers.message.Split;
import org.jshmem.papers.message.Style;

/// The names of the papers' algorithms.
public final class Papers implements AlgorithmService {
    /// OC-Bcast's best degree on 48 cores (Petrović 2012).
    private static final int DEGREE = 7;

    private static final List<Algorithm<Consumer<Reduction>>> REDUCTIONS = List.of(
            new Algorithm<>("rd-left", LeftDoubling::run, "rd where the lower of each pair combines for both"),
            new Algorithm<>("rsag-plain", RabenseifnerVariants::plain, "rsag with its middle in two steps"),
            new Algorithm<>(
                    "rsag-left", RabenseifnerVariants::left, "rsag where the lower of each pair makes the middle"),
            new Algorithm<>("nomial", NomialReduce::run, "k-nomial tree, k by what the simulated machine's lines cost"),
            ring("even", Style.LIGHTWEIGHT, Split.ELEMENTS, "ring by messages in even blocks"),
            ring("lines", Style.LIGHTWEIGHT, Split.LINES, "ring by messages in blocks of whole lines"),
            inMpbs("direct", Style.LIGHTWEIGHT, "even blocks, combined in the MPBs"),
            ring("rcce", Rcce.BLOCKING, Rcce.REST_FIRST, "ring by messages that block, as RCCE_comm"),
            ring("ircce", Rcce.REQUESTS, Rcce.REST_FIRST, "ring by requests, as iRCCE"),
            ring("rcce-light", Rcce.LIGHTWEIGHT, Rcce.REST_FIRST, "ring by Kohler's lightweight messages"),
            ring("rcce-even", Rcce.LIGHTWEIGHT, Split.ELEMENTS, "rcce-light in even blocks"),
            ring("rcce-lines", Rcce.LIGHTWEIGHT, Split.LINES, "rcce-light in blocks of whole lines"),
            inMpbs("rcce-direct", Rcce.LIGHTWEIGHT, "rcce-even, combined in the MPBs"));

    private static final List<Algorithm<Broadcasting>> BROADCASTS = List.of(
            new Algorithm<>(
                    "oc",
                    (g, dst, src, bytes, root) -> OcBroadcast.run(g, DEGREE, dst, src, bytes, root),
                    "OC-Bcast: tree of degree " + DEGREE + ", chunks from MPBs"),
            new Algorithm<>(
                    "nomial", NomialBroadcast::run, "k-nomial tree, k by what the simulated machine's lines cost"),
            scatter("even-scatter", Style.LIGHTWEIGHT, Split.ELEMENTS, "scatter and ring of messages, in even slices"),
            scatter("lines-scatter", Style.LIGHTWEIGHT, Split.LINES, "even-scatter in slices of whole lines"),
            new Algorithm<>("rcce-binomial", RcceBinomial::run, "binomial tree of messages, as RCCE_comm"),
            scatter("rcce-scatter", Rcce.BLOCKING, Rcce.REST_FIRST, "scatter and ring of messages, as RCCE_comm"));

    private static final List<Algorithm<Gathering>> GATHERS = List.of(new Algorithm<>(
            "light",
            (g, dst, src, first) -> MessageRing.allgather(g, dst, src, g.offsets(), first, Style.LIGHTWEIGHT),
            "ring by messages"));

    private static final List<Algorithm<Consumer<Blocks>>> EXCHANGES = List.of(new Algorithm<>(
            "light",
            b -> MessageRing.alltoall(b.g(), b.dst(), b.src(), b.count() * b.width(), Style.LIGHTWEIGHT),
            "pairs exchange messages"));

    @Override
    public List<? extends Algorithm<?>> algorithms(Collective collective) {
        return switch (collective) {
            case REDUCE -> REDUCTIONS;
            case BROADCAST -> BROADCASTS;
            case COLLECT, FCOLLECT -> GATHERS;
            case ALLTOALL -> EXCHANGES;
            case ALLTOALLS, BARRIER, SYNC, SCAN, GATHER, SCATTER, ALLTOALLV -> List.of();
        };
    }

    private static Algorithm<Consumer<Reduction>> ring(String name, Style style, Split split, String sentence) {
        return new Algorithm<>(
                name, r -> MessageRing.allreduce(r.g, r.op, r.type, r.dst, r.src, r.count, style, split), sentence);
    }

    private static Algorithm<Consumer<Reduction>> inMpbs(String name, Style style, String sentence) {
        return new Algorithm<>(
                name, r -> MessageRing.direct(r.g, r.op, r.type, r.dst, r.src, r.count, style), sentence);
    }

    private static Algorithm<Broadcasting> scatter(String name, Style style, Split split, String sentence) {
        return new Algorithm<>(
                name,
                (g, dst, src, bytes, root) -> MessageBroadcast.scatter(g, style, split, dst, src, bytes, root),
                sentence);
    }
}
