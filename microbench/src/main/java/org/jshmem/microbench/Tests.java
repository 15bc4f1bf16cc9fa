// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tests by name.
final class Tests {
    private static final List<Test> ALL = List.of(
            new Latency("putget", Latency.Kind.PUT_GET),
            new Latency("putput", Latency.Kind.PUT_PUT),
            new Latency("getget", Latency.Kind.GET_GET),
            new Bandwidth("put", true, false),
            new Bandwidth("get", false, false),
            new Bandwidth("bidir-put", true, true),
            new Bandwidth("bidir-get", false, true),
            new Strided("strided-put", true),
            new Strided("strided-get", false),
            new RandomTargets("random-put", true),
            new RandomTargets("random-get", false),
            new Rate(),
            new Atomics(),
            new PingPong(),
            new PutSignal(),
            new Synchronisation("barrier", Synchronisation.Kind.BARRIER),
            new Synchronisation("sync", Synchronisation.Kind.SYNC),
            new Collectives("broadcast", Collectives.Kind.BROADCAST),
            new Collectives("collect", Collectives.Kind.COLLECT),
            new Collectives("fcollect", Collectives.Kind.FCOLLECT),
            new Collectives("alltoall", Collectives.Kind.ALLTOALL),
            new Reductions(),
            new Synchronisation("lock", Synchronisation.Kind.LOCK),
            new CacheStates(),
            new Foundation());

    /// What runs without names: what the paper's figures need, and one test of each further kind.
    private static final Set<String> USUAL = Set.of(
            "putget",
            "putput",
            "getget",
            "put",
            "get",
            "bidir-put",
            "strided-put",
            "random-put",
            "rate",
            "atomics",
            "pingpong",
            "putsignal",
            "barrier",
            "sync",
            "broadcast",
            "fcollect",
            "alltoall",
            "reduce",
            "lock");

    private Tests() {}

    static List<Test> all() {
        return ALL;
    }

    static Optional<Test> named(String name) {
        return ALL.stream().filter(test -> test.name().equals(name)).findFirst();
    }

    /// The default set; without the paired tests where the PEs do not pair off.
    static List<Test> usual(int npes) {
        return ALL.stream()
                .filter(test -> USUAL.contains(test.name()))
                .filter(test -> !test.paired() || npes % 2 == 0)
                .toList();
    }
}
