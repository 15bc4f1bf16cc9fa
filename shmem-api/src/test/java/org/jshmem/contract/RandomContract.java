// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.List;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random programs of puts, gets and atomics, checked against a model. `-Djshmem.seed=N` repeats one.
@Tag(Samples.TAG)
public abstract class RandomContract {
    /// Runs `body` on `npes` PEs.
    protected abstract void run(int npes, Program body) throws Exception;

    /// Numbers of PEs that this run is for.
    protected List<Integer> npes() {
        return TransportRuns.NPES;
    }

    /// The seed of a run: equal on all PEs.
    protected long seed() {
        return Long.getLong("jshmem.seed", 20260707);
    }

    /// How long a program is: every PE replays what all of them do, so many PEs take few rounds.
    static int rounds(int npes) {
        return Math.clamp(240 / npes, 2, 30);
    }

    @Test
    void transfersOfLongsFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.longs(n), long[].class);
    }

    @Test
    void transfersOfIntsFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.ints(n), int[].class);
    }

    @Test
    void transfersOfShortsFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.shorts(n), short[].class);
    }

    @Test
    void transfersOfBytesFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.bytes(n), byte[].class);
    }

    @Test
    void transfersOfFloatsFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.floats(n), float[].class);
    }

    @Test
    void transfersOfDoublesFollowTheModel() throws Exception {
        transfers((sh, n) -> sh.doubles(n), double[].class);
    }

    @Test
    void atomicsOfIntsFollowTheModel() throws Exception {
        for (int npes : npes())
            run(npes, (sh, a) -> new RandomAtomics(sh, sh.ints(RandomAtomics.CONTENDED + npes), seed()).run());
    }

    /// Makes a symmetric array.
    @FunctionalInterface
    private interface Maker<S> {
        S make(Shmem sh, long n);
    }

    private <A, S extends SymArray<A, S>> void transfers(Maker<S> maker, Class<A> type) throws Exception {
        for (int npes : npes()) {
            run(npes, (sh, a) -> {
                S mine = maker.make(sh, (long) npes * RandomTransfers.COLUMN);
                S source = maker.make(sh, RandomTransfers.COLUMN);
                new RandomTransfers<>(sh, mine, source, type, seed()).run();
            });
        }
    }
}
