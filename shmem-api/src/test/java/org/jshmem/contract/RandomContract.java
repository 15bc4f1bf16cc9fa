// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.util.List;
import org.jshmem.Program;
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

    /// As [Backend#isSampled()].
    protected boolean isSampled() {
        return true;
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
    void transfersFollowTheModel() throws Exception {
        for (ElementKind<?, ?> kind : ElementKind.ALL) {
            for (int npes : npes()) {
                if (isSampled() && !Samples.tries(ElementKind.ALL.indexOf(kind), npes)) continue;
                run(npes, (sh, a) -> new RandomTransfers<>(sh, kind, seed()).run(rounds(npes)));
            }
        }
    }

    @Test
    void atomicsOfIntsFollowTheModel() throws Exception {
        for (int npes : npes())
            run(npes, (sh, a) -> new RandomAtomics(sh, sh.ints(RandomAtomics.CONTENDED + npes), seed()).run());
    }
}
