// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.contract.Samples;
import org.jshmem.explore.Explorer;
import org.jshmem.explore.Order;
import org.jshmem.explore.Scene;
import org.jshmem.explore.Weaver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Locks, collectives and signals in orders drawn from a seed, on memory as weak as the language allows, with
/// sleeps that only a wake-up ends: what x86-64 never shows. `-Dexplore.runs` says how many orders,
/// `-Dexplore.seed` which.
@Tag(Samples.TAG)
class WeakProgramsTest {
    private static final ClassLoader LOADER = new Weaver(Order.WEAK);
    private static final long SEED = Long.getLong("explore.seed", 20261121);
    private static final int RUNS = Integer.getInteger("explore.runs", Samples.of(150, 500));

    @ParameterizedTest
    @CsvSource({
        "LOCK, auto",
        "BARRIER, dissemination",
        "BARRIER, linear",
        "BROADCAST, flat",
        "BROADCAST, binomial",
        "FCOLLECT, auto",
        "COLLECT, auto",
        "ALLTOALL, auto",
        "FENCE, auto",
        "PUT_SIGNAL, auto",
        "QUIET, auto"
    })
    void aProgramThatOrdersItsAccessesSeesWhatItShould(String play, String algorithm) throws Exception {
        Class<?> scenes = LOADER.loadClass("org.jshmem.shm.ProgramScenes");
        Object scene =
                scenes.getConstructor(String.class, String.class, int.class).newInstance(play, algorithm, 1);
        try (AutoCloseable job = (AutoCloseable) scene) {
            assertTrue(job instanceof Scene);
            var found = new Explorer((Scene) scene, Order.WEAK).some(RUNS, SEED);
            assertTrue(found.isRight(), found::story);
        }
    }
}
