// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jshmem.microbench.cache.CacheCopies;
import org.jshmem.microbench.cache.CacheLines;
import org.jshmem.microbench.cache.CachePatterns;
import org.jshmem.microbench.cache.CacheStates;
import org.jshmem.microbench.collective.Algorithms;
import org.jshmem.microbench.collective.Allocation;
import org.jshmem.microbench.collective.Collectives;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.collective.StartUp;
import org.jshmem.microbench.collective.Synchronisation;
import org.jshmem.microbench.collective.WordCollectives;
import org.jshmem.microbench.harness.Osu;
import org.jshmem.microbench.harness.Test;
import org.jshmem.microbench.transfer.Atomics;
import org.jshmem.microbench.transfer.Bandwidth;
import org.jshmem.microbench.transfer.CallOverhead;
import org.jshmem.microbench.transfer.Contexts;
import org.jshmem.microbench.transfer.Halo;
import org.jshmem.microbench.transfer.HotSpot;
import org.jshmem.microbench.transfer.Latency;
import org.jshmem.microbench.transfer.NonBlocking;
import org.jshmem.microbench.transfer.OsuPair;
import org.jshmem.microbench.transfer.Overlap;
import org.jshmem.microbench.transfer.PingPong;
import org.jshmem.microbench.transfer.PutSignal;
import org.jshmem.microbench.transfer.RandomAccess;
import org.jshmem.microbench.transfer.RandomTargets;
import org.jshmem.microbench.transfer.Rate;
import org.jshmem.microbench.transfer.StridedTransfers;
import org.jshmem.microbench.transfer.TwoCopies;
import org.jshmem.microbench.transfer.Waits;

/// Table of all tests of the suite, by name, by group, and the default set.
final class Tests {
    private static final List<Test> ALL = Stream.<Test>concat(
                    Stream.of(
                            new Latency("putget", Latency.Kind.PUT_GET),
                            new Latency("putput", Latency.Kind.PUT_PUT),
                            new Latency("getget", Latency.Kind.GET_GET),
                            new Bandwidth("put", true, false),
                            new Bandwidth("get", false, false),
                            new Bandwidth("bidir-put", true, true),
                            new Bandwidth("bidir-get", false, true),
                            new NonBlocking("put-nb", true),
                            new NonBlocking("get-nb", false),
                            new Overlap("put-overlap", true),
                            new Overlap("get-overlap", false),
                            new StridedTransfers("strided-put", true),
                            new StridedTransfers("strided-get", false),
                            new RandomTargets("random-put", true),
                            new RandomTargets("random-get", false),
                            new Rate("put-rate", true, false),
                            new Rate("get-rate", false, false),
                            new Rate("put-nb-rate", true, true),
                            new Rate("get-nb-rate", false, true),
                            new Atomics(),
                            new PingPong(),
                            new PutSignal("putsignal", false),
                            new PutSignal("putsignal-nb", true),
                            new TwoCopies(),
                            new Waits(),
                            new Contexts(),
                            new HotSpot(),
                            new Synchronisation("barrier", Synchronisation.Kind.BARRIER),
                            new Synchronisation("sync", Synchronisation.Kind.SYNC),
                            new Collectives("broadcast", Collectives.Kind.BROADCAST),
                            new Collectives("collect", Collectives.Kind.COLLECT),
                            new Collectives("fcollect", Collectives.Kind.FCOLLECT),
                            new Collectives("alltoall", Collectives.Kind.ALLTOALL),
                            new WordCollectives("alltoalls", WordCollectives.Kind.ALLTOALLS),
                            new WordCollectives("inscan", WordCollectives.Kind.INSCAN),
                            new WordCollectives("exscan", WordCollectives.Kind.EXSCAN),
                            new ReductionModes(),
                            new Synchronisation("lock", Synchronisation.Kind.LOCK),
                            new Allocation(),
                            new StartUp(),
                            new RandomAccess(),
                            new Halo("halo2d", 2),
                            new Halo("halo3d", 3),
                            new CacheStates("cache-load", false),
                            new CacheStates("cache-store", true),
                            new CachePatterns(),
                            new CacheCopies(),
                            new CacheLines("cache-lines", CacheLines.Kind.PING_PONG),
                            new CacheLines("cache-readers", CacheLines.Kind.READERS),
                            new CacheLines("cache-adds", CacheLines.Kind.ADDS),
                            new CallOverhead(),
                            new Algorithms()),
                    OsuPair.ALL.stream())
            .toList();

    /// The tests of a run without names: those of the paper's figures, and one test of each further kind.
    private static final Set<String> USUAL = Set.of(
            "putget",
            "putput",
            "getget",
            "put",
            "get",
            "bidir-put",
            "put-nb",
            "get-nb",
            "put-overlap",
            "strided-put",
            "random-put",
            "put-rate",
            "put-nb-rate",
            "atomics",
            "pingpong",
            "putsignal",
            "waits",
            "hotspot",
            "barrier",
            "sync",
            "broadcast",
            "fcollect",
            "alltoall",
            "inscan",
            "reduce",
            "lock",
            "allocation",
            "gups",
            "halo2d");

    private Tests() {}

    static List<Test> all() {
        return ALL;
    }

    /// The names of the tests that run on any number of PEs.
    static List<String> unpaired() {
        return ALL.stream().filter(test -> !test.paired()).map(Test::name).toList();
    }

    static Optional<Test> named(String name) {
        return ALL.stream().filter(test -> test.name().equals(name)).findFirst();
    }

    /// The tests of a group, in order: `osu`, `cache`, or `all`; empty for another name.
    static List<Test> group(String name, int npes) {
        Predicate<Test> which = switch (name) {
            case "osu" -> Osu::has;
            case "cache" -> test -> test.name().startsWith("cache-");
            case "all" -> test -> true;
            default -> test -> false;
        };
        return ALL.stream()
                .filter(which)
                .filter(test -> !test.paired() || npes % 2 == 0)
                .toList();
    }

    /// The default set; without the paired tests if the number of PEs is odd.
    static List<Test> usual(int npes) {
        return ALL.stream()
                .filter(test -> USUAL.contains(test.name()))
                .filter(test -> !test.paired() || npes % 2 == 0)
                .toList();
    }
}
