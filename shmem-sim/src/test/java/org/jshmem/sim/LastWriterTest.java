// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Signal;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.Samples;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Made-up jobs in which one PE waits for ever: the report has the goal, the value and the PE that wrote it,
/// for each type of word, on one host and between hosts.
@Tag(Samples.TAG)
class LastWriterTest {
    private static final int JOBS = Samples.of(40, 200);
    private static final Config CONFIG = new Config(1 << 16, ThreadLevel.FUNNELED, Duration.ZERO);
    private static final List<String> MACHINES = List.of("knc", "scc", "cluster");

    private static Simulated on(String machine) {
        Machine named = MachineFiles.named(machine);
        Machine small = machine.equals("cluster") ? named.with("cores", 2) : named; // two PEs a host
        return new Simulated() {
            @Override
            public Machine machine() {
                return small;
            }
        };
    }

    /// One job, drawn from its seed.
    private static final class Job {
        private final int npes;
        private final int waits;
        private final int writes;
        private final int kind;
        private final int index;
        private final long value;
        private final long goal;
        private final Cmp cmp;
        private final String name;

        Job(long seed) {
            var random = new SplittableRandom(seed);
            npes = 2 + random.nextInt(3);
            waits = random.nextInt(npes);
            writes = random.nextInt(npes);
            kind = random.nextInt(5);
            index = kind < 3 ? random.nextInt(4) : 0;
            int least = kind < 3 ? -30_000 : 1;
            value = random.nextLong(least, 30_000) << (kind == 2 ? 33 : 0);
            cmp = random.nextBoolean() ? Cmp.GT : Cmp.EQ;
            goal = value + 1 + random.nextInt(99);
            name = "box" + random.nextInt(100);
        }

        void run(Shmem sh, AtomicReference<String> told) {
            SymShorts shorts = sh.shorts(4).named(kind == 0 ? name : "other");
            SymInts ints = sh.ints(4).named(kind == 1 ? name : "other");
            SymLongs longs = sh.longs(4).named(kind == 2 ? name : "other");
            Signal[] signals = sh.signals(2);
            signals[0].named(kind > 2 ? name : "other");
            signals[1].named("second");
            if (sh.myPe() == writes) {
                switch (kind) {
                    case 0 -> shorts.p(index, (short) value, waits);
                    case 1 -> ints.p(index, (int) value, waits);
                    case 2 -> longs.p(index, value, waits);
                    default -> signals[0].set(value, waits);
                }
            }
            sh.barrierAll();
            if (sh.myPe() != waits) {
                sh.barrierAll();
                return;
            }
            try {
                switch (kind) {
                    case 0 -> shorts.waitUntil(index, cmp, goal);
                    case 1 -> ints.waitUntil(index, cmp, goal);
                    case 2 -> longs.waitUntil(index, cmp, goal);
                    case 3 -> signals[0].waitUntil(cmp, goal);
                    default -> Signal.waitUntilAll(signals, cmp, goal);
                }
            } catch (ShmemTimeoutException e) {
                told.set(e.getMessage());
                throw e;
            }
        }

        /// What the exception of the PE that waits begins with.
        String words() {
            String sign = WordWait.sign(cmp);
            String noun = List.of("shorts", "ints", "longs", "", "").get(kind);
            return switch (kind) {
                case 3 -> "waits for signal \"%s\" to be %s %d; it is %d;".formatted(name, sign, goal, value);
                case 4 ->
                    "waits in Signal.waitUntilAll for signal \"%s\", signal \"second\" to be %s %d; they are %d, 0;"
                            .formatted(name, sign, goal, value);
                default ->
                    "waits for element %d of \"%s\" of 4 %s to be %s %d; it is %d;"
                            .formatted(index, name, noun, sign, goal, value);
            };
        }

        /// What all PEs' exceptions say of it.
        String report() {
            if (kind == 4) return "PE %d waits for a change of its \"%s\"".formatted(waits, name);
            return " %s %d (value %d, last written by PE %d)".formatted(WordWait.sign(cmp), goal, value, writes);
        }
    }

    @Test
    void aReportNamesGoalValueAndLastWriter() {
        for (int seed = 0; seed < JOBS; seed++) {
            String machine = MACHINES.get(seed % MACHINES.size());
            Job job = new Job(seed);
            var told = new AtomicReference<String>();
            String all = "";
            try {
                on(machine).launch(job.npes, CONFIG, () -> Shmem.run(new String[0], (sh, a) -> job.run(sh, told)));
            } catch (ShmemTimeoutException e) {
                all = e.getMessage();
            }
            String where = "seed " + seed + " on " + machine + ": ";
            assertTrue(told.get() != null && told.get().contains(job.words()), where + job.words() + " in " + told);
            assertTrue(all.contains(job.report()), where + job.report() + " in " + all);
        }
    }
}
