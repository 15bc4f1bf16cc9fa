// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.jshmem.contract.Samples;
import org.jshmem.explore.Explorer;
import org.jshmem.explore.Order;
import org.jshmem.explore.Scene;
import org.jshmem.explore.Weaver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// No PE sleeps while the condition of its wait holds. The futex, the waiting loop and the writers run as they are
/// compiled, in all orders of their steps, on weak memory. Time stands still: a sleep that only its timeout would
/// end never ends, and the test finds it. `-Dexplore.everything=true` takes a minute more and prints the bounds.
@Tag(Samples.TAG)
class WaitProtocolIT {
    /// Also the scenes that take long.
    private static final boolean EVERYTHING = Boolean.getBoolean("explore.everything");

    private static final Map<Order, ClassLoader> LOADERS = new EnumMap<>(Order.class);

    private static Explorer.Found explore(String play, String way, int cores, Order order) throws Exception {
        Class<?> scenes = LOADERS.computeIfAbsent(order, Weaver::new).loadClass("org.jshmem.shm.WaitScenes");
        Object scene =
                scenes.getConstructor(String.class, String.class, int.class).newInstance(play, way, cores);
        try (AutoCloseable job = (AutoCloseable) scene) {
            assertTrue(job instanceof Scene);
            var found = new Explorer((Scene) scene, order).all();
            if (EVERYTHING) System.out.println(play + " " + way + " " + order + ": " + found);
            return found;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ONE_ONE, SIGNAL",
        "ONE_TWO, SIGNAL",
        "TWO_ONE, SIGNAL",
        "TWO_TWO, SIGNAL",
        "OTHER_LINE_FIRST, SIGNAL",
        "RANGE, SIGNAL",
        "ROW, SIGNAL",
        "THERE_AND_BACK, SIGNAL",
        "ONE_ONE, ATOMIC",
        "ONE_TWO, ATOMIC",
        "TWO_TWO, ATOMIC",
        "THERE_AND_BACK, ATOMIC",
        "ABORT, SIGNAL"
    })
    void aWakeUpThatIsDueComesWithTheRing(String play, String way) throws Exception {
        for (Order order : new Order[] {Order.TOTAL_STORE, Order.WEAK}) { // what a sequential one does, these may do
            boolean large = play.startsWith("TWO") || play.equals("THERE_AND_BACK") && way.equals("ATOMIC");
            boolean all = large ? EVERYTHING : EVERYTHING || Samples.of(!play.equals("THERE_AND_BACK"), true);
            if (order == Order.WEAK && !all) continue; // up to a million states
            var found = explore(play, way, 1, order);
            assertTrue(found.isRight(), () -> order + ": " + found.story());
        }
    }

    /// What a plain put may do: its store may be on its way while the sleeper looks again, and the sleeper
    /// unseen by its writer. That is what the 10 ms of a sleep are for. Where stores come at once, no put is
    /// missed either; and the checker finds what is missed.
    @ParameterizedTest
    @CsvSource({"STORE", "PUT", "COPY"})
    void aPutMayBeMissedByASleeperAndOnlyBecauseItIsStillOnItsWay(String way) throws Exception {
        for (String play : new String[] {"ONE_ONE", "ONE_TWO", "TWO_TWO"}) {
            var found = explore(play, way, 1, Order.SEQUENTIAL);
            assertTrue(found.isRight(), () -> play + ": " + found.story());
        }
        for (Order order : new Order[] {Order.TOTAL_STORE, Order.WEAK}) {
            String story = explore("ONE_ONE", way, 1, order).story();
            assertTrue(story.startsWith("actor 1 sleeps on PE 1's futex, and no actor will wake it"), story);
        }
    }

    /// Where every PE has a core, signals have no fence: waits spin, and seldom sleep.
    @Test
    void onlyWherePesOutnumberCoresASignalNeverMissesASleeper() throws Exception {
        assertFalse(explore("ONE_ONE", "SIGNAL", 3, Order.TOTAL_STORE).isRight());
        assertTrue(explore("ONE_ONE", "ATOMIC", 3, Order.TOTAL_STORE).isRight());
    }
}
