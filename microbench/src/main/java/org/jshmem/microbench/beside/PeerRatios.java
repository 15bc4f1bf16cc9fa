// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.beside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;

/// The ratios of a peer's times to the times of this library in one test, each library with its default algorithms.
///
/// @param peer the name of the peer
/// @param of the name of the test
/// @param ratios for each size the peer's time divided by the time of this library: above 1 if the peer is slower
public record PeerRatios(String peer, String of, List<Double> ratios) {
    /// Variant and access of this library's row that performs the same operation, by the peer's test and variant as
    /// `peer.c` prints them.
    private static final Map<String, String> SAME = Map.of(
            "put contiguous", "contiguous putget",
            "get contiguous", "contiguous putget",
            "pingpong round-trip", "p-waitUntil putget",
            "atomics fetchAdd-own", "fetchAdd-own putget",
            "barrier barrier", "auto auto",
            "broadcast broadcast", "auto auto",
            "fcollect fcollect", "auto auto",
            "alltoall alltoall", "auto auto",
            "reduce sum", "auto auto");

    /// The ratios of each peer and test for which `results` hold rows of both libraries.
    public static List<PeerRatios> of(List<Result> results) {
        Map<String, PeerRatios> all = new LinkedHashMap<>();
        for (Result peer : results) {
            if (peer.role() != Result.Role.PEER) continue;
            String same = SAME.get(peer.benchmark() + " " + peer.variant());
            if (same == null) continue;
            results.stream()
                    .filter(r -> r.role() == Result.Role.OWN
                            && r.benchmark().equals(peer.benchmark())
                            && same.equals(r.variant() + " " + r.access())
                            && r.bytes() == peer.bytes()
                            && r.pairs() == peer.pairs())
                    .findFirst()
                    .ifPresent(own -> all.computeIfAbsent(
                                    peer.source() + " " + peer.benchmark(),
                                    any -> new PeerRatios(peer.source(), peer.benchmark(), new ArrayList<>()))
                            .ratios
                            .add(peer.time().median() / own.time().median()));
        }
        return List.copyOf(all.values());
    }

    /// The ratios as a sentence: the median, the least and the largest.
    public String text() {
        double[] sorted = ratios.stream().mapToDouble(x -> x).sorted().toArray();
        return ratios.size() == 1
                ? String.format(Locale.ROOT, "%s's %s takes %.2f times as long as ours.", peer, of, sorted[0])
                : String.format(
                        Locale.ROOT,
                        "%s's %s takes %.2f times as long as ours in the middle of %d sizes, %.2f to %.2f times.",
                        peer,
                        of,
                        Statistics.median(sorted),
                        sorted.length,
                        sorted[0],
                        sorted[sorted.length - 1]);
    }
}
