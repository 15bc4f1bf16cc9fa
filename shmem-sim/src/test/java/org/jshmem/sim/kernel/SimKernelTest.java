// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class SimKernelTest {
    private static void run(SimKernel kernel, IntConsumer body) throws InterruptedException {
        kernel.run(body, () -> false);
    }

    private static Simcall waiting(String text, boolean[] holds) {
        return waiting(text, holds, Long.MAX_VALUE);
    }

    private static Simcall waiting(String text, boolean[] holds, long deadline) {
        return new Simcall(true) {
            @Override
            public long step(long now) {
                return (holds[0] ? DONE : BLOCKED) | now;
            }

            @Override
            public long deadline() {
                return deadline;
            }

            @Override
            public String describe() {
                return text;
            }
        };
    }

    @Test
    void aStepThatThrowsFailsThePeWhoseStepItIs() throws Exception {
        assertEquals("no such memory", messageOfPe0(() -> {
            throw new IllegalStateException("no such memory");
        }));
    }

    @Test
    void thePeWhoseTimePassesTheEndOfVirtualTimeFails() throws Exception {
        assertEquals(
                "PE 0: virtual time has passed its end, 576460 s; simulate a smaller problem",
                messageOfPe0(() -> Long.MAX_VALUE >>> 3));
    }

    /// The message of the exception that PE 0 gets if its second step fails. The thread of another PE takes this
    /// step, and the other PEs end as if nothing had happened.
    private static String messageOfPe0(LongSupplier second) throws InterruptedException {
        SimKernel kernel = new SimKernel(16);
        String[] ends = new String[16];
        run(kernel, pe -> {
            try {
                if (pe == 0) {
                    kernel.perform(pe, new Simcall(true) {
                        @Override
                        public long step(long now) {
                            return now < 10 ? 10 : second.getAsLong();
                        }
                    });
                }
                for (int i = 0; i < 5; i++) {
                    kernel.advance(pe, 7);
                    kernel.perform(pe, SimKernel.TURN);
                }
                ends[pe] = "ended at " + kernel.now(pe);
            } catch (IllegalStateException e) {
                ends[pe] = e.getMessage();
            }
        });
        assertEquals(Collections.nCopies(15, "ended at 35"), List.of(ends).subList(1, 16));
        return ends[0];
    }

    @Test
    void theSmallestClockActsFirstAndTiesGoToTheSmallerPe() throws Exception {
        SimKernel kernel = new SimKernel(3);
        List<String> acts = new ArrayList<>();
        run(kernel, pe -> {
            for (int i = 0; i < 3; i++) {
                kernel.perform(pe, SimKernel.TURN);
                acts.add(pe + "@" + kernel.now(pe));
                kernel.advance(pe, pe == 0 ? 30 : 20);
            }
        });
        assertEquals(List.of("0@0", "1@0", "2@0", "1@20", "2@20", "0@30", "1@40", "2@40", "0@60"), acts);
    }

    @Test
    void whatHappensIsOrderedByTimeForAnyNumberOfPes() throws Exception {
        for (int pes : new int[] {1, 2, 7, 60, 244, 1000}) {
            SimKernel kernel = new SimKernel(pes);
            long[] latest = new long[1];
            run(kernel, pe -> {
                Random random = new Random(pe);
                for (int i = 0; i < 50; i++) {
                    kernel.advance(pe, random.nextInt(1000));
                    kernel.perform(pe, SimKernel.TURN);
                    assertTrue(kernel.now(pe) >= latest[0], "time ran backwards");
                    latest[0] = kernel.now(pe);
                }
            });
            assertTrue(latest[0] > 0);
        }
    }

    @Test
    void aWaitEndsAtTheTimeOfItsWakeUp() throws Exception {
        SimKernel kernel = new SimKernel(2);
        boolean[] holds = new boolean[1];
        Outcome[] outcome = new Outcome[1];
        run(kernel, pe -> {
            kernel.perform(pe, SimKernel.TURN);
            if (pe == 0) {
                outcome[0] = kernel.perform(0, waiting("", holds));
            } else {
                kernel.advance(1, 500);
                kernel.perform(1, SimKernel.TURN);
                kernel.wake(0, 700); // in vain
                kernel.advance(1, 300);
                kernel.perform(1, SimKernel.TURN);
                holds[0] = true;
                kernel.wake(0, 900);
            }
        });
        assertEquals(Outcome.DONE, outcome[0]);
        assertEquals(900, kernel.now(0));
    }

    @Test
    void anEarlierWakeUpCountsAlsoWhereALaterOneWasAnnouncedBefore() throws Exception {
        SimKernel kernel = new SimKernel(2);
        boolean[] holds = new boolean[1];
        run(kernel, pe -> {
            kernel.perform(pe, SimKernel.TURN);
            if (pe == 0) {
                kernel.perform(0, waiting("", holds));
            } else {
                kernel.advance(1, 100);
                kernel.perform(1, SimKernel.TURN);
                kernel.wake(0, 7_700); // what is far is noticed late
                holds[0] = true;
                kernel.wake(0, 150); // what is near at once
            }
        });
        assertEquals(150, kernel.now(0));
    }

    @Test
    void aDeadlineEndsAWaitThatNobodyServes() throws Exception {
        SimKernel kernel = new SimKernel(2);
        Outcome[] outcome = new Outcome[2];
        run(kernel, pe -> {
            kernel.perform(pe, SimKernel.TURN);
            outcome[pe] = kernel.perform(pe, waiting("", new boolean[1], 1000 + 500 * pe));
        });
        assertEquals(List.of(Outcome.EXPIRED, Outcome.EXPIRED), Arrays.asList(outcome));
        assertEquals(1000, kernel.now(0));
        assertEquals(1500, kernel.now(1));
    }

    @Test
    void eachBlockedPeIsAskedBeforeADeadlockIsReported() throws Exception {
        SimKernel kernel = new SimKernel(2);
        List<Outcome> outcomes = new ArrayList<>();
        run(kernel, pe -> {
            kernel.perform(pe, SimKernel.TURN);
            outcomes.add(kernel.perform(pe, waiting("PE " + pe + " waits", new boolean[1])));
            outcomes.add(kernel.perform(pe, waiting("PE " + pe + " waits", new boolean[1])));
        });
        assertEquals(List.of(Outcome.STUCK, Outcome.STUCK, Outcome.DEADLOCK, Outcome.DEADLOCK), outcomes);
        assertEquals("deadlock at t=0 ps, 2 of 2 PEs blocked; PE 0 waits, PE 1 waits", kernel.deadlocks.report());
    }

    @Test
    void stopEndsRunningAndBlockedPes() throws Exception {
        SimKernel kernel = new SimKernel(3);
        int[] stopped = new int[1];
        run(kernel, pe -> {
            try {
                kernel.perform(pe, SimKernel.TURN);
                if (pe == 0) kernel.perform(0, waiting("", new boolean[1]));
                kernel.advance(pe, 10);
                kernel.perform(pe, SimKernel.TURN);
                if (pe == 2) kernel.stop(SimKernelTest::over);
                performUntilStopped(kernel, pe);
            } catch (IllegalStateException e) {
                stopped[0]++;
            }
        });
        assertEquals(3, stopped[0]);
    }

    private static void over(int pe) {
        throw new IllegalStateException("over");
    }

    private static void performUntilStopped(SimKernel kernel, int pe) {
        while (true) {
            kernel.perform(pe, SimKernel.TURN);
            kernel.advance(pe, 1);
        }
    }

    @Test
    void picosecondsReadWell() {
        assertEquals("7 ps", Picos.show(7));
        assertEquals("480.200 ns", Picos.show(480_200));
        assertEquals("1.284 ms", Picos.show(1_284_000_000L));
        assertEquals("3.000 s", Picos.show(3_000_000_000_000L));
    }
}
