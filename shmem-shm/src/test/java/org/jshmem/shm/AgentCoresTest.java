// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An agent stays off the cores of the PEs of its host.
class AgentCoresTest {
    private final Arena arena = Arena.ofAuto();
    private final Control control =
            new Control(arena.allocate(JobLayout.controlBytes(4), 64).address(), 4);
    private final BitSet pes = BitSet.valueOf(new long[] {0b0110}); // PEs 1 and 2; 0 and 3 are of other hosts
    private final List<String> left = new ArrayList<>();

    AgentCoresTest() {
        for (int pe = 0; pe < 4; pe++) control.core(pe, -1);
    }

    /// Looks, after the pause between two looks.
    private static void look(AgentCores cores) throws InterruptedException {
        Thread.sleep(6);
        cores.keepOff();
    }

    @Test
    void theAgentLeavesTheLastCoresOfThePesOfItsHost() throws Exception {
        AgentCores cores = new AgentCores(control, pes) {
            @Override
            void leave(BitSet taken) {
                left.add(taken.toString());
            }
        };
        look(cores);
        assertEquals(List.of(), left, "no PE has published its core");
        control.core(1, 3);
        control.core(0, 7);
        look(cores);
        control.core(1, -1); // sleeps
        look(cores);
        assertEquals(List.of("{3}"), left);
        control.core(2, 5);
        look(cores);
        control.core(1, 4);
        look(cores);
        look(cores);
        assertEquals(List.of("{3}", "{3, 5}", "{4, 5}"), left);
    }

    @Test
    void aThreadThatStaysOffACoreRunsOnOthersOnly() throws Exception {
        List<Integer> usable = AllowedCores.usable();
        assumeTrue(usable.size() > 1, "there is one core only");
        List<Integer> avoided = new ArrayList<>();
        Thread agent = Thread.ofPlatform().start(() -> {
            AgentCores cores = new AgentCores(control, pes);
            for (int core : usable) {
                control.core(1, core);
                try {
                    look(cores);
                } catch (InterruptedException e) {
                    return;
                }
                boolean off = true;
                for (int k = 0; k < 1000; k++) {
                    Thread.yield();
                    off &= SystemCalls.core() != core;
                }
                if (off) avoided.add(core);
            }
        });
        agent.join();
        assertEquals(usable, avoided);
    }
}
