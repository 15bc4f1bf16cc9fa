// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rules of [CostModel], for a machine and all that its variations and switches make of it: no access ends before
/// it begins, bytes change before PEs notice, each change arrives, and the same accesses take the same picoseconds
/// again. A machine of your own passes if a subclass names it.
public abstract class CostModelContract {
    private static final long REGION = 1 << 20;
    private static final int STEPS = 2000;
    private static final List<AccessKind> KINDS = Stream.of("LOAD POLL STORE SIGNAL ATOMIC PUT GET COPY".split(" "))
            .map(AccessKind::valueOf)
            .toList();

    /// The machine.
    protected abstract Machine machine();

    /// The number of PEs, on as many hosts as the machine gives them.
    protected int npes() {
        return Math.min(12, machine().architecture().mostPes(machine()));
    }

    private List<Machine> machines() {
        Machine machine = machine();
        List<Machine> all = new ArrayList<>(List.of(machine));
        for (Variation each : machine.variations()) all.add(each.of(machine));
        for (Symbol each : machine.architecture().mechanisms()) all.add(machine.without(each.name()));
        return all;
    }

    @Test
    void noAccessEndsBeforeItBeginsAndEachChangeArrives() {
        for (Machine each : machines()) new Run(each, npes(), 1).go();
    }

    @Test
    void theSameAccessesTakeTheSamePicosecondsAgain() {
        for (Machine each : machines()) assertEquals(new Run(each, npes(), 2).go(), new Run(each, npes(), 2).go());
    }

    @Test
    void noWordHasAWriterBeforeAPeHasWrittenIt() {
        Costs costs = new Costs(machine(), npes(), REGION);
        CostModel model = costs.model;
        assertEquals(-1, model.writer(0, 4096));
        costs.alone(AccessKind.STORE, 1, 1, 4096, 8, 0);
        assertEquals(1, model.writer(1, 4096));
        assertEquals(-1, model.writer(1, 8192));
        model.place(1, 4096, 8, -1);
    }

    /// Random accesses, one after the other, and the events of the machine between their steps.
    private static final class Run {
        private record Event(long time, int number, Runnable action) {}

        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingInt(Event::number));
        private final SplittableRandom random;
        private final CostModel model;
        private final int npes;
        private final String name;
        private final List<Long> times = new ArrayList<>();
        private long now;
        private int arriving;
        private int made; // events

        Run(Machine machine, int npes, long seed) {
            name = machine.name() + " " + machine.off();
            this.npes = npes;
            random = new SplittableRandom(seed);
            var alone = Costs.setup(machine, npes, REGION);
            model = machine.architecture()
                    .costs(new SimulationSetup(machine, npes, alone.placement(), REGION, alone.jitter(), this::at));
        }

        private void at(long time, Runnable action) {
            assertTrue(time >= now, name + ": an event at " + time + " is over at " + now);
            events.add(new Event(time, made++, action));
        }

        private void until(long time) {
            while (!events.isEmpty() && events.element().time <= time) {
                Event next = events.remove();
                now = next.time;
                next.action.run();
            }
            now = time;
        }

        List<Long> go() {
            for (int step = 0; step < STEPS; step++) access();
            until(Long.MAX_VALUE);
            assertEquals(0, arriving, name + ": changes that have not arrived");
            return times;
        }

        private void access() {
            AccessKind kind = KINDS.get(random.nextInt(KINDS.size()));
            int pe = random.nextInt(npes);
            boolean isWord = KINDS.indexOf(kind) < KINDS.indexOf(AccessKind.PUT);
            long bytes = isWord ? Long.BYTES : 1 + random.nextInt(random.nextInt(20) == 0 ? 100_000 : 1000);
            long offset = random.nextLong(REGION - bytes) & -8L;
            MachineAccess access = new MachineAccess(pe)
                    .become(kind, random.nextInt(npes), offset, bytes)
                    .from(random.nextInt(npes), random.nextLong(REGION - bytes) & -8L);
            String what = name + ": " + kind + " of " + bytes + " bytes at " + now;
            long end;
            do {
                end = model.step(access, now);
                assertTrue(end >= now, what + " has a step that ends at " + end);
                if (access.more) until(end);
            } while (access.more);
            if (access.sent) {
                arriving++;
                model.deliver(access, seen -> {
                    arriving--;
                    assertTrue(seen >= now, what + " arrives at " + now + " and is seen at " + seen);
                });
            } else if (kind.changes()) {
                assertTrue(access.effect <= access.seen, what + " is seen before it changes");
                assertTrue(access.effect <= end, what + " changes after its end, and is not sent");
            }
            assertTrue(model.quiet(pe, end) >= end, what + " makes quiet end before it begins");
            times.add(end);
            until(end);
        }
    }
}
