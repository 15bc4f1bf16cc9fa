// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
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
        AtomicReference<ChainResult> result = new AtomicReference<>();
        Shmem.runInProcess(npes, (sh, a) -> {
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
        ChainResult many = result(npes, small("--reduction", reduction));
        assertTrue(alone.agrees() && many.agrees(), many.text());
        assertEquals(alone.lastEnergy(), many.lastEnergy());
        assertEquals(alone.energy(), many.energy());
        assertEquals(alone.molecules(), many.molecules());
    }

    /// Sums are exact: the energy before a step, computed anew, is the one that is known.
    @Test
    void theChainIsTheSameByKohlersAlgorithmOne() {
        ChainResult usual = result(2, SMALL);
        ChainResult twice = result(2, small("--twice"));
        assertTrue(twice.agrees(), twice.text());
        assertEquals(usual.energy(), twice.energy());
        assertEquals(usual.molecules(), twice.molecules());
    }

    @Test
    void anotherSeedIsAnotherChain() {
        assertTrue(result(1, SMALL).energy() != result(1, small("--seed", "2")).energy());
    }

    /// Its count is Poisson distributed: mean and variance are activity times volume.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anIdealGasHasActivityTimesVolumeMolecules(int npes) {
        ChainResult gas = result(
                npes,
                "--ideal",
                "--side",
                "5",
                "--activity",
                "0.2",
                "--start",
                "25",
                "--warmup",
                "2000",
                "--steps",
                "40000");
        assertTrue(gas.moleculesError() < 1, gas.text());
        assertEquals(25, gas.molecules(), 4 * gas.moleculesError(), gas.text());
        assertEquals(25, gas.moleculesVariance(), 6, gas.text());
        assertEquals(0, gas.energy());
    }

    /// At a high temperature only cores that cannot overlap are left: they take room, so that fewer molecules fit.
    @Test
    void atomsThatRepelLeaveLessRoom() {
        ChainResult hot = result(
                1,
                "--charge",
                "0",
                "--temperature",
                "50",
                "--activity",
                "0.2",
                "--side",
                "6",
                "--start",
                "20",
                "--steps",
                "8000");
        double ideal = 0.2 * 6 * 6 * 6;
        assertTrue(hot.agrees(), hot.text());
        assertTrue(hot.molecules() < ideal - 5 * hot.moleculesError(), hot.text());
        assertTrue(hot.molecules() > ideal / 4, hot.text());
    }

    @Test
    void wrongArgumentsAreRefusedOnce() {
        assertEquals(
                "gcmc: --start=5 is not between 0 and --capacity=4; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(2, "--start", "5", "--capacity", "4")));
        assertEquals(
                "gcmc: --steps=0 is below 1; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(2, "--steps", "0")));
        assertEquals(
                "gcmc: --warmup=-1 is negative; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(2, "--warmup", "-1")));
        assertEquals(
                "gcmc: --charge=NaN is not finite or is negative: it is that of the positive atom; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(1, "--charge", "NaN")));
        assertEquals(
                "gcmc: --side=Infinity is not positive and finite; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(1, "--side", "Infinity")));
        String many = Refused.by(() -> result(1, "--capacity", "1500000000"));
        assertTrue(many.startsWith("gcmc: --capacity=1500000000 with --charge=2.0: at least 1, and "), many);
        assertEquals(
                "gcmc: --capacity=2147483647 is more than 1048576; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> result(2, "--capacity", "2147483647", "--charge", "0")));
        for (String option : new String[] {"--reduction", "--broadcast", "--ladder"}) {
            String unknown = Refused.by(() -> result(2, option, "rsg"));
            assertTrue(unknown.startsWith("gcmc: " + option + ", algorithm 'rsg' of "), unknown);
            assertEquals(1, unknown.lines().count(), unknown);
        }
    }

    /// Beyond it the energy depends on the order of additions, and the comparison with one PE's energy fails.
    @ParameterizedTest
    @CsvSource({"2, 240, 3", "6, 0, 1e9"})
    void anEnergyThatSumsDoNotHoldExactlyIsSaid(String side, String start, String temperature) {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> result(
                        2,
                        "--side",
                        side,
                        "--start",
                        start,
                        "--temperature",
                        temperature,
                        "--activity",
                        "10",
                        "--charge",
                        "0",
                        "--steps",
                        "3000"));
        StringBuilder said = new StringBuilder();
        for (Throwable t = thrown; t != null; t = t.getCause()) said.append(t).append('\n');
        assertTrue(said.indexOf(", and sums are exact up to 8388608; give a larger --side, ") >= 0, said.toString());
    }

    @Test
    void aFullStoreIsSaid() {
        Throwable thrown = assertThrows(
                Throwable.class, () -> result(1, "--ideal", "--activity", "1", "--start", "3", "--capacity", "4"));
        StringBuilder said = new StringBuilder();
        for (Throwable t = thrown; t != null; t = t.getCause()) said.append(t).append('\n');
        assertTrue(said.indexOf("all 4 molecules are in use") >= 0, said.toString());
    }
}
