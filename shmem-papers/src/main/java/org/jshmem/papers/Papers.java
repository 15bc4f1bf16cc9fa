// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jshmem.Collective;
import org.jshmem.collective.Barrier;
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
import org.jshmem.papers.ramos.RamosHoefler;

/// The names of the papers' algorithms.
public final class Papers implements AlgorithmService {
    private static final List<Algorithm<Consumer<Reduction>>> REDUCTIONS = List.of(
            new Algorithm<>("rd-left", LeftDoubling::run, "rd where the lower of each pair combines for both"),
            new Algorithm<>("rsag-plain", RabenseifnerVariants::plain, "rsag with its middle in two steps"),
            new Algorithm<>(
                    "rsag-left", RabenseifnerVariants::left, "rsag where the lower of each pair makes the middle"),
            new Algorithm<>("nomial", NomialReduce::run, "k-nomial tree, k by what the simulated machine's lines cost"),
            new Algorithm<>("r-tree", RamosHoefler::reduce, "tree of levels by the formulas of Ramos and Hoefler"),
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
            oc("oc", 7),
            oc("oc:2", 2),
            oc("oc:47", 47),
            new Algorithm<>("r-small", RamosHoefler::small, "tree of levels by the formulas of Ramos and Hoefler"),
            new Algorithm<>("r-pipelined", RamosHoefler::pipelined, "slices from the right neighbour"),
            new Algorithm<>(
                    "nomial", NomialBroadcast::run, "k-nomial tree, k by what the simulated machine's lines cost"),
            scatter("even-scatter", Style.LIGHTWEIGHT, Split.ELEMENTS, "scatter and ring of messages, in even slices"),
            scatter("lines-scatter", Style.LIGHTWEIGHT, Split.LINES, "even-scatter in slices of whole lines"),
            new Algorithm<>("rcce-binomial", RcceBinomial::run, "binomial tree of messages, as RCCE_comm"),
            scatter("rcce-scatter", Rcce.BLOCKING, Rcce.REST_FIRST, "scatter and ring of messages, as RCCE_comm"),
            scatter("ircce-scatter", Rcce.REQUESTS, Rcce.REST_FIRST, "scatter and ring by requests, as iRCCE"),
            scatter("light-scatter", Rcce.LIGHTWEIGHT, Rcce.REST_FIRST, "the same by Kohler's messages"));

    private static final List<Algorithm<Gathering>> GATHERS = styles((name, style) -> new Algorithm<>(
            name,
            (g, dst, src, offsets, first) -> MessageRing.allgather(g, dst, src, offsets, first, style),
            "ring by messages of the style " + name));

    private static final List<Algorithm<Consumer<Blocks>>> EXCHANGES = styles((name, style) -> new Algorithm<>(
            name,
            b -> MessageRing.alltoall(b.g(), b.dst(), b.src(), b.count() * b.width(), style),
            "pairs exchange messages of the style " + name));

    private static final List<Algorithm<ObjLongConsumer<Barrier>>> BARRIERS = List.of(new Algorithm<>(
            "r-barrier", RamosHoefler::meet, "dissemination with m partners by the formulas of Ramos and Hoefler"));

    @Override
    public List<? extends Algorithm<?>> algorithms(Collective collective) {
        return switch (collective) {
            case REDUCE -> REDUCTIONS;
            case BROADCAST -> BROADCASTS;
            case COLLECT, FCOLLECT -> GATHERS;
            case ALLTOALL -> EXCHANGES;
            case BARRIER, SYNC -> BARRIERS;
            default -> List.of();
        };
    }

    private static <A> List<Algorithm<A>> styles(BiFunction<String, Style, Algorithm<A>> of) {
        return List.of(
                of.apply("light", Style.LIGHTWEIGHT),
                of.apply("rcce", Rcce.BLOCKING),
                of.apply("ircce", Rcce.REQUESTS),
                of.apply("rcce-light", Rcce.LIGHTWEIGHT));
    }

    /// The best degree on 48 cores is 7 (Petrović 2012).
    private static Algorithm<Broadcasting> oc(String name, int degree) {
        return new Algorithm<>(
                name,
                (g, dst, src, bytes, root) -> OcBroadcast.run(g, degree, dst, src, bytes, root),
                "OC-Bcast: tree of degree " + degree + ", chunks from MPBs");
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
