// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static void run(Engine engine, IntConsumer body) throws InterruptedException {
        engine.run(body, () -> false);
    }

    private static WakeCondition waiting(String text, boolean[] holds) {
        return new WakeCondition() {
            @Override
            public Look look() {
                return holds[0] ? Look.HOLDS : Look.IN_VAIN;
            }

            @Override
            public String describe() {
                return text;
            }
        };
    }

    @Test
    void theSmallestClockActsFirstAndTiesGoToTheSmallerPe() throws Exception {
        Engine engine = new Engine(3);
        List<String> acts = new ArrayList<>();
        run(engine, pe -> {
            for (int i = 0; i < 3; i++) {
                engine.turn(pe);
                acts.add(pe + "@" + engine.now(pe));
                engine.advance(pe, pe == 0 ? 30 : 20);
            }
        });
        assertEquals(List.of("0@0", "1@0", "2@0", "1@20", "2@20", "0@30", "1@40", "2@40", "0@60"), acts);
    }

    @Test
    void whatHappensIsOrderedByTimeForAnyNumberOfPes() throws Exception {
        for (int pes : new int[] {1, 2, 7, 60, 244, 1000}) {
            Engine engine = new Engine(pes);
            long[] latest = new long[1];
            run(engine, pe -> {
                Random random = new Random(pe);
                for (int i = 0; i < 50; i++) {
                    engine.advance(pe, random.nextInt(1000));
                    engine.turn(pe);
                    assertTrue(engine.now(pe) >= latest[0], "time ran backwards");
                    latest[0] = engine.now(pe);
                }
            });
            assertTrue(latest[0] > 0);
        }
    }

    @Test
    void aWaitEndsAtTheTimeOfItsWakeUp() throws Exception {
        Engine engine = new Engine(2);
        boolean[] holds = new boolean[1];
        Outcome[] outcome = new Outcome[1];
        run(engine, pe -> {
            engine.turn(pe);
            if (pe == 0) {
                outcome[0] = engine.await(0, waiting("", holds), Long.MAX_VALUE, false);
            } else {
                engine.advance(1, 500);
                engine.turn(1);
                engine.wake(0, 700); // in vain
                engine.advance(1, 300);
                engine.turn(1);
                holds[0] = true;
                engine.wake(0, 900);
            }
        });
        assertEquals(Outcome.HOLDS, outcome[0]);
        assertEquals(900, engine.now(0));
    }

    @Test
    void anEarlierWakeUpCountsAlsoWhereALaterOneWasAnnouncedBefore() throws Exception {
        Engine engine = new Engine(2);
        boolean[] holds = new boolean[1];
        run(engine, pe -> {
            engine.turn(pe);
            if (pe == 0) {
                engine.await(0, waiting("", holds), Long.MAX_VALUE, false);
            } else {
                engine.advance(1, 100);
                engine.turn(1);
                engine.wake(0, 7_700); // what is far is noticed late
                holds[0] = true;
                engine.wake(0, 150); // what is near at once
            }
        });
        assertEquals(150, engine.now(0));
    }

    @Test
    void aDeadlineEndsAWaitThatNobodyServes() throws Exception {
        Engine engine = new Engine(2);
        Outcome[] outcome = new Outcome[2];
        run(engine, pe -> {
            engine.turn(pe);
            outcome[pe] = engine.await(pe, waiting("", new boolean[1]), 1000 + 500 * pe, false);
        });
        assertEquals(List.of(Outcome.EXPIRED, Outcome.EXPIRED), Arrays.asList(outcome));
        assertEquals(1000, engine.now(0));
        assertEquals(1500, engine.now(1));
    }

    @Test
    void eachBlockedPeIsAskedBeforeADeadlockIsReported() throws Exception {
        Engine engine = new Engine(2);
        List<Outcome> outcomes = new ArrayList<>();
        run(engine, pe -> {
            engine.turn(pe);
            outcomes.add(engine.await(pe, waiting("PE " + pe + " waits", new boolean[1]), Long.MAX_VALUE, false));
            outcomes.add(engine.await(pe, waiting("PE " + pe + " waits", new boolean[1]), Long.MAX_VALUE, false));
        });
        assertEquals(List.of(Outcome.STUCK, Outcome.STUCK, Outcome.DEADLOCK, Outcome.DEADLOCK), outcomes);
        assertEquals("deadlock at t=0 ps, 2 of 2 PEs blocked; PE 0 waits, PE 1 waits", engine.deadlock());
    }

    @Test
    void stopEndsRunningAndBlockedPes() throws Exception {
        Engine engine = new Engine(3);
        int[] stopped = new int[1];
        run(engine, pe -> {
            try {
                engine.turn(pe);
                if (pe == 0) engine.await(0, waiting("", new boolean[1]), Long.MAX_VALUE, false);
                engine.advance(pe, 10);
                engine.turn(pe);
                if (pe == 2) {
                    engine.stop(any -> {
                        throw new IllegalStateException("over");
                    });
                }
                while (true) {
                    engine.turn(pe);
                    engine.advance(pe, 1);
                }
            } catch (IllegalStateException e) {
                stopped[0]++;
            }
        });
        assertEquals(3, stopped[0]);
    }

    @Test
    void picosecondsReadWell() {
        assertEquals("7 ps", Picos.show(7));
        assertEquals("480.200 ns", Picos.show(480_200));
        assertEquals("1.284 ms", Picos.show(1_284_000_000L));
        assertEquals("3.000 s", Picos.show(3_000_000_000_000L));
    }
}
