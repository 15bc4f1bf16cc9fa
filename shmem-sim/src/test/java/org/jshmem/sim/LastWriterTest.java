// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
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
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs in which one PE waits for ever: the report has the goal, the value and the PE that wrote it, for each type of
/// word, on one host and between hosts.
class LastWriterTest {
    private static final Config CONFIG = new Config(1 << 16, ThreadLevel.FUNNELED, Duration.ZERO);

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

    /// One job of three PEs.
    private record Job(int kind, int waits, int writes, Cmp cmp) {
        int index() {
            return kind < 3 ? kind : 0;
        }

        long value() {
            return kind == 2 ? -7L << 33 : kind < 2 ? -30_000 : 7;
        }

        long goal() {
            return value() + 3;
        }

        void run(Shmem sh, AtomicReference<String> told) {
            SymShorts shorts = sh.shorts(4).named(kind == 0 ? "box" : "other");
            SymInts ints = sh.ints(4).named(kind == 1 ? "box" : "other");
            SymLongs longs = sh.longs(4).named(kind == 2 ? "box" : "other");
            Signal[] signals = sh.signals(2);
            signals[0].named(kind > 2 ? "box" : "other");
            signals[1].named("second");
            if (sh.myPe() == writes) {
                switch (kind) {
                    case 0 -> shorts.p(index(), (short) value(), waits);
                    case 1 -> ints.p(index(), (int) value(), waits);
                    case 2 -> longs.p(index(), value(), waits);
                    default -> signals[0].set(value(), waits);
                }
            }
            sh.barrierAll();
            if (sh.myPe() != waits) {
                sh.barrierAll();
                return;
            }
            try {
                switch (kind) {
                    case 0 -> shorts.waitUntil(index(), cmp, goal());
                    case 1 -> ints.waitUntil(index(), cmp, goal());
                    case 2 -> longs.waitUntil(index(), cmp, goal());
                    case 3 -> signals[0].waitUntil(cmp, goal());
                    default -> Signal.waitUntilAll(signals, cmp, goal());
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
                case 3 -> "waits for signal \"%s\" to be %s %d; it is %d;".formatted("box", sign, goal(), value());
                case 4 ->
                    "waits in Signal.waitUntilAll for signal \"%s\", signal \"second\" to be %s %d; they are %d, 0;"
                            .formatted("box", sign, goal(), value());
                default ->
                    "waits for element %d of \"%s\" of 4 %s to be %s %d; it is %d;"
                            .formatted(index(), "box", noun, sign, goal(), value());
            };
        }

        /// What all PEs' exceptions say of it.
        String report() {
            if (kind == 4) return "PE %d waits for a change of its \"%s\"".formatted(waits, "box");
            return " %s %d (value %d, last written by PE %d)".formatted(WordWait.sign(cmp), goal(), value(), writes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"knc", "scc", "cluster"})
    void aReportNamesGoalValueAndLastWriter(String machine) {
        for (int kind = 0; kind < 5; kind++) {
            for (int pe = 0; pe < 3; pe++) {
                check(machine, new Job(kind, pe, (pe + kind) % 3, kind % 2 == 0 ? Cmp.GT : Cmp.EQ));
            }
        }
    }

    private static void check(String machine, Job job) {
        var told = new AtomicReference<String>();
        String all = "";
        try {
            on(machine).launch(3, CONFIG, () -> Shmem.run(new String[0], (sh, a) -> job.run(sh, told)));
        } catch (ShmemTimeoutException e) {
            all = e.getMessage();
        }
        assertTrue(told.get() != null && told.get().contains(job.words()), machine + job.words() + " in " + told);
        assertTrue(all.contains(job.report()), machine + job.report() + " in " + all);
    }
}
