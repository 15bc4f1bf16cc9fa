// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What docs/internals/ordering-argument.md and docs/guides/hosts.md promise of routes through several hosts, each
/// as a program that would show it broken: among all PEs at once, near and far.
@Tag(Samples.TAG)
class HostsLitmusIT {
    private static final int WORDS = 64 << 10 >> 3;

    /// The host of each PE: two and three hosts, as many PEs on each and not, neighbours and in turn.
    private static final int[][] PLACES = {
        {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 1, 2, 0, 1, 2}, {0, 1, 1, 2, 2, 2},
    };

    private static final int[][] FEW_PLACES = {PLACES[0], PLACES[3]};

    /// Where the PEs are, and what is between the hosts.
    private record Net(int[] hostOf, Kind kind) {
        enum Kind {
            DELAYED,
            UCX,
            UCX_JVM_EACH
        }

        void run(Consumer<Shmem> program) throws Exception {
            String missing = kind == Kind.DELAYED ? null : UcxLibrary.missing();
            assumeTrue(missing == null, missing);
            Function<Fabric.Receiver, Fabric> fabrics =
                    kind == Kind.DELAYED ? new DelayingNet(17)::fabric : UcxFabric::new;
            HostsJob.run(
                    hostOf,
                    4 << 20,
                    kind != Kind.UCX_JVM_EACH,
                    fabrics,
                    () -> Shmem.run(new String[0], (sh, a) -> program.accept(sh)));
        }

        @Override
        public String toString() {
            return kind + ", PEs on hosts " + Arrays.toString(hostOf);
        }
    }

    private static List<Net> nets() {
        var nets = new ArrayList<Net>();
        for (int[] hostOf : Samples.of(FEW_PLACES, PLACES))
            for (Net.Kind kind : Net.Kind.values()) nets.add(new Net(hostOf, kind));
        return nets;
    }

    private static long[] filled(int words, long value) {
        long[] all = new long[words];
        Arrays.fill(all, value);
        return all;
    }

    /// Put with signal, put and signal, put and atomic, put, fence and put.
    @ParameterizedTest
    @MethodSource("nets")
    void whatTellsAPeOfDataComesAfterThem(Net net) throws Exception {
        net.run(sh -> {
            int me = sh.myPe();
            int p = sh.nPes();
            SymLongs data = sh.longs((long) p * WORDS);
            SymLongs flags = sh.longs(p);
            Signal[] signals = sh.signals(p);
            for (int round = 1; round <= 40; round++) {
                int n = round % 3 == 0 ? 1 : WORDS;
                long[] mine = filled(n, round);
                for (int d = 1; d < p; d++) {
                    int to = (me + d) % p;
                    long at = (long) me * WORDS;
                    if (round % 4 == 0) {
                        data.putSignal(at, mine, 0, n, signals[me], round, SignalOp.SET, to);
                        continue;
                    }
                    if (round % 8 < 4) data.put(at, mine, 0, n, to);
                    else data.putNbi(at, mine, 0, n, to);
                    switch (round % 4) {
                        case 1 -> signals[me].set(round, to);
                        case 2 -> flags.atomicSet(me, round, to);
                        default -> {
                            sh.fence();
                            flags.p(me, round, to);
                        }
                    }
                }
                for (int from = 0; from < p; from++) {
                    if (from == me) continue;
                    // one PE looks without a pause, for who sleeps is only woken when all is done
                    while (round % p == me && round % 4 < 2 && !signals[from].test(Cmp.GE, round)) Thread.onSpinWait();
                    if (round % 4 < 2) signals[from].waitUntil(Cmp.GE, round);
                    else flags.waitUntil(from, Cmp.GE, round);
                    for (int i = 0; i < n; i++) assertEquals(round, data.get((long) from * WORDS + i), "word " + i);
                }
                sh.barrierAll();
            }
        });
    }

    /// A PE puts to the next one, and tells the one after that, which looks there: by a flag behind a quiet, or a
    /// barrier.
    @ParameterizedTest
    @MethodSource("nets")
    void whatIsCompleteIsSeenByWhoeverHearsOfIt(Net net) throws Exception {
        net.run(sh -> {
            int me = sh.myPe();
            int p = sh.nPes();
            SymLongs data = sh.longs(WORDS);
            Signal signal = sh.signal();
            long[] seen = new long[WORDS];
            for (int round = 1; round <= 40; round++) {
                data.putNbi(0, filled(WORDS, round), 0, WORDS, (me + 1) % p);
                if (round % 2 == 0) sh.barrierAll();
                else {
                    sh.quiet();
                    signal.set(round, (me + 2) % p);
                    signal.waitUntil(Cmp.GE, round);
                }
                data.get(0, seen, 0, WORDS, (me + p - 1) % p);
                for (long word : seen) assertEquals(round, word);
                sh.barrierAll();
            }
        });
    }

    /// All PEs count on one word, those of its host by compare-and-swap and many times as fast.
    @ParameterizedTest
    @MethodSource("nets")
    void atomicsOfAllHostsOnOneWordAreIndivisible(Net net) throws Exception {
        net.run(sh -> {
            int home = sh.nPes() - 1;
            SymLongs word = sh.longs(2); // the second counts the remote PEs that are done
            boolean near = word.ptr(home) != null;
            int remote = 0;
            for (int pe = 0; pe < sh.nPes(); pe++) if (word.ptr(pe) == null) remote++;
            long times = 0;
            long last = -1;
            while (near
                    ? word.atomicFetch(1, home) < remote && times < 3_000_000
                    : times < 200) { // a failed PE is never done
                long old = near ? word.atomicFetch(0, home) : word.fetchAdd(0, 1, home);
                while (near && word.compareSwap(0, old, old + 1, home) != old) old = word.atomicFetch(0, home);
                assertTrue(old > last, old + " after " + last);
                last = old;
                times++;
            }
            if (!near) word.inc(1, home);
            long all = sh.world().reduce(Op.SUM, times);
            assertEquals(all, word.atomicFetch(0, home));
        });
    }

    /// All others put 64 KiB again and again, each its own byte, where one PE reads element by element; so do gets.
    @ParameterizedTest
    @MethodSource("nets")
    void elementsOfLongPutsAreWhole(Net net) throws Exception {
        net.run(sh -> {
            int home = sh.nPes() - 1;
            SymLongs data = sh.longs(WORDS);
            Signal ended = sh.signal();
            long[] mine = filled(WORDS, (sh.myPe() + 1) * 0x0101010101010101L);
            if (sh.myPe() != home) {
                for (int round = 0; round < 40; round++) {
                    data.put(0, mine, 0, WORDS, home);
                    if (round % 8 > 0) continue;
                    long[] seen = new long[WORDS];
                    data.get(0, seen, 0, WORDS, home);
                    for (long element : seen) whole(element);
                }
                ended.add(1, home);
            } else {
                // a wait, not a test: it ends where another PE has failed
                while (!ended.waitUntil(Cmp.EQ, home, Duration.ofNanos(1))) {
                    for (int i = 0; i < WORDS; i++) whole(data.get(i));
                }
            }
            sh.barrierAll();
        });
    }

    private static void whole(long element) {
        assertEquals(element, Long.rotateLeft(element, 8), () -> "torn: " + Long.toHexString(element));
    }
}
