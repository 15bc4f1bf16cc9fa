// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.sim.Simulated;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RcceAlgorithmsTest {
    private static final List<String> STEPS =
            List.of("rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct", "rcce-lines", "even", "lines", "direct");

    private static void addUpTheSame(Shmem sh, int... lengths) {
        SymDoubles src = sh.doubles(601);
        SymDoubles dst = sh.doubles(601);
        int ranks = sh.nPes() * (sh.nPes() - 1) / 2;
        for (int i = 0; i < 601; i++) src.set(i, i + sh.myPe());
        for (String name : STEPS) {
            sh.world().algorithm(Collective.REDUCE, name);
            for (int n : lengths) {
                sh.world().reduce(Op.SUM, dst, src, n);
                for (int i = 0; i < n; i++) assertEquals(sh.nPes() * (double) i + ranks, dst.get(i), name + " of " + n);
            }
        }
    }

    @Test
    void everyStepOfTheLadderAddsUpTheSame() {
        Simulated.run(MachineFiles.named("scc"), 48, (sh, a) -> addUpTheSame(sh, 1, 47, 48, 552, 575, 601));
    }

    @Test
    void programsFindThemByNameOnARealHostToo() {
        Shmem.runInProcess(3, (sh, a) -> addUpTheSame(sh, 1, 3, 64));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rcce-binomial", "rcce-scatter"})
    void broadcastsReachAll(String name) {
        Simulated.run(MachineFiles.named("scc"), 11, (sh, a) -> {
            SymDoubles src = sh.doubles(500);
            SymDoubles dst = sh.doubles(500);
            for (int i = 0; i < 500; i++) src.set(i, i + sh.myPe());
            sh.world().algorithm(Collective.BROADCAST, name);
            for (int n : new int[] {1, 4, 499}) {
                sh.world().broadcast(dst, src, n, 4);
                for (int i = 0; i < n; i++) assertEquals(i + 4, dst.get(i), name + " of " + n);
            }
        });
    }

    /// Each style has a parameter of its own, and `i_message` counts for all of them.
    @Test
    void softwareIsAsTheMachineSays() {
        Machine scc = MachineFiles.named("scc");
        Map<String, String> own = Map.of("rcce", "i_block", "ircce", "i_request", "rcce-light", "i_light");
        own.forEach((name, mine) -> {
            long usual = nanos(scc, name);
            for (String symbol : List.of("i_block", "i_request", "i_light", "i_message")) {
                long longer = nanos(scc.with(symbol, 2000), name);
                boolean counts = symbol.equals(mine) || symbol.equals("i_message");
                assertEquals(counts, longer > usual, name + " with " + symbol + ": " + longer + " ns, " + usual);
            }
        });
    }

    private static long nanos(Machine machine, String algorithm) {
        long[] nanos = new long[1];
        Simulated.run(machine, 8, (sh, a) -> {
            SymDoubles x = sh.doubles(64);
            sh.world().algorithm(Collective.REDUCE, algorithm);
            sh.barrierAll();
            long start = sh.nanoTime();
            sh.world().reduce(Op.SUM, x, x, 64);
            if (sh.myPe() == 0) nanos[0] = sh.nanoTime() - start;
        });
        return nanos[0];
    }
}
