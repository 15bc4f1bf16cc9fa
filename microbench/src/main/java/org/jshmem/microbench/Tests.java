// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jshmem.microbench.cache.CacheCopies;
import org.jshmem.microbench.cache.CacheLines;
import org.jshmem.microbench.cache.CachePatterns;
import org.jshmem.microbench.cache.CacheStates;
import org.jshmem.microbench.collective.Algorithms;
import org.jshmem.microbench.collective.Allocation;
import org.jshmem.microbench.collective.Collectives;
import org.jshmem.microbench.collective.MeasuredCollective;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.collective.StartUp;
import org.jshmem.microbench.collective.Synchronisation;
import org.jshmem.microbench.harness.Test;
import org.jshmem.microbench.transfer.Atomics;
import org.jshmem.microbench.transfer.CallOverhead;
import org.jshmem.microbench.transfer.Contexts;
import org.jshmem.microbench.transfer.Copies;
import org.jshmem.microbench.transfer.Copies.Kind;
import org.jshmem.microbench.transfer.Halo;
import org.jshmem.microbench.transfer.HotSpot;
import org.jshmem.microbench.transfer.Latency;
import org.jshmem.microbench.transfer.PingPong;
import org.jshmem.microbench.transfer.PutSignal;
import org.jshmem.microbench.transfer.RandomAccess;
import org.jshmem.microbench.transfer.RandomTargets;
import org.jshmem.microbench.transfer.StridedTransfers;
import org.jshmem.microbench.transfer.TwoCopies;
import org.jshmem.microbench.transfer.Waits;

/// Table of all tests of the suite, by name, by group, and the default set.
final class Tests {
    private static final List<Test> ALL = List.of(
            new Latency("putget", Latency.Kind.PUT_GET),
            new Latency("putput", Latency.Kind.PUT_PUT),
            new Latency("getget", Latency.Kind.GET_GET),
            new Copies("put", Kind.ONE_WAY, true, false),
            new Copies("get", Kind.ONE_WAY, false, false),
            new Copies("bidir-put", Kind.BOTH_WAYS, true, false),
            new Copies("bidir-get", Kind.BOTH_WAYS, false, false),
            new Copies("put-nb", Kind.COMPLETED, true, true),
            new Copies("get-nb", Kind.COMPLETED, false, true),
            new StridedTransfers("strided-put", true),
            new StridedTransfers("strided-get", false),
            new RandomTargets("random-put", true),
            new RandomTargets("random-get", false),
            new Copies("put-rate", Kind.RATE, true, false),
            new Copies("get-rate", Kind.RATE, false, false),
            new Copies("put-nb-rate", Kind.RATE, true, true),
            new Copies("get-nb-rate", Kind.RATE, false, true),
            new Atomics("atomics"),
            new PingPong("pingpong"),
            new PutSignal("putsignal", false),
            new PutSignal("putsignal-nb", true),
            new TwoCopies("two-copies"),
            new Waits("waits"),
            new Contexts("contexts"),
            new HotSpot("hotspot"),
            new Synchronisation("barrier", Synchronisation.Kind.BARRIER),
            new Synchronisation("sync", Synchronisation.Kind.SYNC),
            new Collectives("broadcast", MeasuredCollective.BROADCAST),
            new Collectives("collect", MeasuredCollective.COLLECT),
            new Collectives("fcollect", MeasuredCollective.FCOLLECT),
            new Collectives("alltoall", MeasuredCollective.ALLTOALL),
            new Collectives("alltoalls", MeasuredCollective.ALLTOALLS),
            new Collectives("inscan", MeasuredCollective.INSCAN),
            new Collectives("exscan", MeasuredCollective.EXSCAN),
            new ReductionModes("reduce"),
            new Synchronisation("lock", Synchronisation.Kind.LOCK),
            new Allocation("allocation"),
            new StartUp("startup"),
            new RandomAccess("gups"),
            new Halo("halo2d", 2),
            new Halo("halo3d", 3),
            new CacheStates("cache-load", false),
            new CacheStates("cache-store", true),
            new CachePatterns("cache-pattern"),
            new CacheCopies("cache-copies"),
            new CacheLines("cache-lines", CacheLines.Kind.PING_PONG),
            new CacheLines("cache-readers", CacheLines.Kind.READERS),
            new CacheLines("cache-adds", CacheLines.Kind.ADDS),
            new CallOverhead("calls"),
            new Algorithms("algorithms"));

    /// The tests of a run without names: those of the paper's figures, and one test of each further kind. Six launches
    /// of them take less than three minutes on 2 PEs.
    private static final Set<String> USUAL = Set.of(("putget put get bidir-put put-nb get-nb strided-put random-put"
                    + " put-rate atomics pingpong putsignal waits hotspot barrier sync broadcast fcollect alltoall inscan"
                    + " reduce lock allocation gups halo2d")
            .split(" "));

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

    /// The tests of a group, in order: `cache` or `all`; empty for another name.
    static List<Test> group(String name, int npes) {
        return of(
                npes,
                switch (name) {
                    case "cache" -> test -> test.name().startsWith("cache-");
                    case "all" -> test -> true;
                    default -> test -> false;
                });
    }

    static List<Test> usual(int npes) {
        return of(npes, test -> USUAL.contains(test.name()));
    }

    /// The tests that fulfil a condition; without the paired ones if the number of PEs is odd.
    private static List<Test> of(int npes, Predicate<Test> which) {
        return ALL.stream()
                .filter(which.and(test -> !test.paired() || npes % 2 == 0))
                .toList();
    }
}
