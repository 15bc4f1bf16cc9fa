// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.Optional;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;

/// What tests of a team's collectives share: teams and kinds of arrays to run on, values to send, checks to
/// make.
@Tag(Samples.TAG)
public abstract class TeamCollectiveCase extends ApiContract {
    static final int[] COUNTS = {0, 1, 333};

    /// What one member of a team does with one kind of array.
    @FunctionalInterface
    interface Body {
        <A, S extends SymArray<A, S>> void run(Shmem sh, Team team, ElementKind<A, S> kind);
    }

    /// Runs the body on the world team and on a reversed team of every second PE, for every kind.
    final void everywhere(Body body) throws Exception {
        runAll((sh, args) -> {
            Optional<Team> some = sh.world().splitStrided(sh.nPes() - 1, -2, (sh.nPes() + 1) / 2);
            for (ElementKind<?, ?> kind : ElementKind.ALL) {
                if (!tries(kind, 0)) continue;
                body.run(sh, sh.world(), kind);
                sh.barrierAll();
            }
            for (ElementKind<?, ?> kind : ElementKind.ALL) {
                if (tries(kind, 2)) body.run(sh, some.orElse(null), kind);
            }
        });
    }

    private boolean tries(ElementKind<?, ?> kind, int team) {
        return !isSampled() || Samples.tries(ElementKind.ALL.indexOf(kind), team);
    }

    /// Element `e` that member `k` contributes: small, so that a byte holds it.
    static long value(int k, long e) {
        return (k * 37L + e * 5) % 100;
    }

    static <A, S extends SymArray<A, S>> S filled(Shmem sh, Team team, ElementKind<A, S> kind, int n) {
        S src = kind.make().apply(sh, (long) n);
        if (team == null) return src;
        A data = kind.array(n);
        for (int e = 0; e < n; e++) kind.set(data, e, value(team.myPe(), e));
        src.put(data, sh.myPe());
        return src;
    }

    static <A, S extends SymArray<A, S>> void expect(ElementKind<A, S> kind, S got, int me, long[] expected) {
        A values = kind.array(expected.length);
        got.get(values, me);
        A wanted = kind.array(expected.length); // sums wrap around as the type does
        for (int e = 0; e < expected.length; e++) kind.set(wanted, e, expected[e]);
        for (int e = 0; e < expected.length; e++) {
            assertEquals(Array.get(wanted, e), Array.get(values, e), kind.name() + " at " + e);
        }
    }
}
