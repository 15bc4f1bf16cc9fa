// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChainTest {
    private static final String[] SMALL = {"--start", "40", "--side", "8", "--steps", "150", "--warmup", "30"};

    private static ChainResult result(int npes, String... args) {
        return resultBy("auto", npes, args);
    }

    private static ChainResult resultBy(String reduction, int npes, String... args) {
        AtomicReference<ChainResult> result = new AtomicReference<>();
        Shmem.runInProcess(npes, (sh, a) -> {
            sh.world().algorithm(Collective.REDUCE, reduction);
            ChainResult mine = Gcmc.run(sh, args);
            if (sh.myPe() == 0) result.set(mine);
        });
        return result.get();
    }

    private static String[] small(String... more) {
        String[] args = java.util.Arrays.copyOf(SMALL, SMALL.length + more.length);
        System.arraycopy(more, 0, args, SMALL.length, more.length);
        return args;
    }

    @ParameterizedTest
    @CsvSource({"2,rd", "3,auto", "3,ring", "5,flat", "7,rsag"})
    void theEnergyIsTheSameBitsOnAnyNumberOfPesByAnyReduction(int npes, String reduction) {
        ChainResult alone = result(1, SMALL);
        ChainResult many = resultBy(reduction, npes, SMALL);
        assertEquals(alone.lastEnergy(), many.lastEnergy());
        assertEquals(alone.energy().mean(), many.energy().mean());
        assertEquals(alone.count().mean(), many.count().mean());
    }

    /// Sums are exact: the energy before a step, computed anew, is the one that is known.
    @Test
    void theChainIsTheSameByKohlersAlgorithmOne() {
        ChainResult usual = result(2, SMALL);
        ChainResult twice = result(2, small("--algorithm", "1"));
        assertEquals(usual.energy().mean(), twice.energy().mean());
        assertEquals(usual.count().mean(), twice.count().mean());
    }

    /// One PE alone computes the energy of all molecules.
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5})
    void theEnergyIsThatOfTheLastConfigurationToTheBit(int npes) {
        Fluid fluid = new Fluid(8, 1 / 3.0, 0.12, 2, 0.6, false);
        Map<Integer, double[]> molecules = new ConcurrentHashMap<>();
        AtomicReference<Double> updated = new AtomicReference<>();
        Shmem.runInProcess(npes, (sh, a) -> {
            Chain chain = new Chain(sh, fluid, 1, 0.4, 200, false);
            chain.start(40);
            for (long step = 0; step < 150; step++) chain.step(step);
            Molecules all = chain.molecules;
            for (int i = 0; i < all.count(); i++) {
                int number = all.number(i);
                if (all.isMine(number)) molecules.put(number, all.place(number));
            }
            updated.set(chain.energy());
            chain.free();
        });
        List<double[]> places = List.copyOf(molecules.values());
        PairPotential pairs = new PairPotential(fluid);
        Waves waves = new Waves(fluid.side(), fluid.alpha(), Waves.LIMIT);
        double[] sum = new double[waves.doubles()];
        double energy = 0;
        for (int i = 0; i < places.size(); i++) {
            waves.add(sum, fluid, places.get(i));
            for (int j = 0; j < i; j++) energy += pairs.between(places.get(i), places.get(j));
        }
        energy += waves.energy(sum) + places.size() * fluid.ownEnergy();
        assertEquals(energy, updated.get());
    }

    @Test
    void anotherSeedIsAnotherChain() {
        assertTrue(result(1, SMALL).energy().mean()
                != result(1, small("--seed", "2")).energy().mean());
    }

    /// Its count is Poisson distributed: mean and variance are activity times volume.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anIdealGasHasActivityTimesVolumeMolecules(int npes) {
        String line = "--ideal --side 5 --activity 0.2 --start 25 --warmup 2000 --steps 40000";
        ChainResult gas = result(npes, line.split(" "));
        assertTrue(gas.count().error() < 1, gas.text());
        assertEquals(25, gas.count().mean(), 4 * gas.count().error(), gas.text());
        assertEquals(25, gas.count().variance(), 6, gas.text());
        assertEquals(0, gas.energy().mean());
    }

    /// At a high temperature only cores that cannot overlap are left: they take room, so that fewer molecules fit.
    @Test
    void atomsThatRepelLeaveLessRoom() {
        String line = "--charge 0 --temperature 50 --activity 0.2 --side 6 --start 20 --steps 8000";
        ChainResult hot = result(1, line.split(" "));
        double ideal = 0.2 * 6 * 6 * 6;
        assertTrue(hot.count().mean() < ideal - 5 * hot.count().error(), hot.text());
        assertTrue(hot.count().mean() > ideal / 4, hot.text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | --start 5 --capacity 4           | --start=5 is not between 0 and --capacity=4; 'oshrun gcmc --help' lists all options
            2 | --steps 0                        | --steps=0 is below 1; 'oshrun gcmc --help' lists all options
            2 | --warmup -1                      | --warmup=-1 is negative; 'oshrun gcmc --help' lists all options
            1 | --charge NaN                     | --charge=NaN is not finite or is negative: it is that of the positive atom; 'oshrun gcmc --help' lists all options
            1 | --side Infinity                  | --side=Infinity is not positive and finite; 'oshrun gcmc --help' lists all options
            1 | --capacity 1500000000            | --capacity=1500000000 with --charge=2.0: at least 1, and
            2 | --capacity 2147483647 --charge 0 | --capacity=2147483647 is more than 1048576; 'oshrun gcmc --help' lists all options
            """)
    void wrongArgumentsAreRefusedOnce(int npes, String line, String why) {
        String said = Refused.by(() -> result(npes, line.split(" ")));
        assertTrue(said.startsWith("gcmc: " + why), said);
    }

    /// A full store, and energies beyond which the sum depends on the order of additions.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | --side 2 --start 240 --temperature 3 --activity 10 --charge 0 --steps 3000 | , and sums are exact up to 8388608; give a larger --side,
            2 | --side 6 --start 0 --temperature 1e9 --activity 10 --charge 0 --steps 3000 | , and sums are exact up to 8388608; give a larger --side,
            1 | --ideal --activity 1 --start 3 --capacity 4                                | all 4 molecules are in use
            """)
    void aChainThatCannotGoOnEndsWithTheReason(int npes, String line, String why) {
        Throwable thrown = assertThrows(Throwable.class, () -> result(npes, line.split(" +")));
        StringBuilder said = new StringBuilder();
        for (Throwable t = thrown; t != null; t = t.getCause()) said.append(t).append('\n');
        assertTrue(said.indexOf(why) >= 0, said.toString());
    }
}
