// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineStatesTest {
    /// The state of each line on its own.
    private static final class Model {
        private final BitSet[] holders = new BitSet[LineStates.LINES];
        private final long[] busy = new long[LineStates.LINES];
        private final int[] writer = new int[LineStates.LINES];

        Model() {
            Arrays.setAll(holders, line -> new BitSet());
            Arrays.fill(writer, -1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 64, 65, 200})
    void runsHaveTheStatesOfTheirLines(int cores) {
        Random random = new Random(cores);
        LineStates states = new LineStates(0, cores);
        Model model = new Model();
        for (int now = 0; now < 4000; now++) {
            int core = random.nextInt(cores);
            int line = random.nextInt(random.nextBoolean() ? 12 : LineStates.LINES);
            switch (random.nextInt(4)) {
                case 0 -> store(states, model, line, core, now, now + random.nextInt(3));
                case 1 -> load(states, model, line, core, now);
                case 2 -> leave(states, model, line, Math.min(LineStates.LINES, line + 40), core);
                default -> fill(states, model, line, Math.min(LineStates.LINES, line + 1 + random.nextInt(100)), core);
            }
            check(states, model, cores, now, random.nextInt(LineStates.LINES));
        }
        for (int line = 0; line < LineStates.LINES; line++) check(states, model, cores, 4000, line);
    }

    private static void store(LineStates states, Model model, int line, int core, long now, long busy) {
        int run = states.single(line, now);
        assertEquals(line + 1, states.end(run));
        states.setOnly(run, core);
        states.setBusy(run, busy);
        states.setWriter(run, core);
        model.holders[line].clear();
        model.holders[line].set(core);
        model.busy[line] = busy;
        model.writer[line] = core;
    }

    private static void load(LineStates states, Model model, int line, int core, long now) {
        states.add(states.single(line, now), core);
        model.holders[line].set(core);
    }

    private static void leave(LineStates states, Model model, int from, int to, int core) {
        int run = states.cut(from);
        int after = states.cut(to);
        for (; run < after; run = states.next(run)) states.remove(run, core);
        for (int line = from; line < to; line++) model.holders[line].clear(core);
    }

    private static void fill(LineStates states, Model model, int from, int to, int core) {
        boolean inMemory = core % 3 == 1;
        states.fill(from, to, inMemory ? -1 : core, 7, core);
        for (int line = from; line < to; line++) {
            model.holders[line].clear();
            if (!inMemory) model.holders[line].set(core);
            model.busy[line] = 7;
            model.writer[line] = core;
        }
    }

    private static void check(LineStates states, Model model, int cores, long now, int line) {
        int run = states.run(line);
        String where = cores + " cores, line " + line + " at " + now;
        BitSet holders = model.holders[line];
        assertEquals(holders.cardinality(), states.holders(run), where);
        assertEquals(holders.isEmpty(), states.isInMemory(run), where);
        assertEquals(model.writer[line], states.writer(run), where);
        assertEquals(Math.max(now, model.busy[line]), Math.max(now, states.busy(run)), where);
        for (int core = 0; core < cores; core++) {
            assertEquals(holders.get(core), states.has(run, core), where);
            assertEquals(holders.get(core) && holders.cardinality() == 1, states.isOnly(run, core), where);
        }
    }
}
