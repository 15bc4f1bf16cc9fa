// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// The calls that `bench/ab` measures: `warm NAME...` prints a name and the nanoseconds of one call in each line, `first NAME N`
/// the milliseconds of the first N calls, `memory` the process and the kB of each JVM, `dead` when the last PE exits.
class Calls {
    private static final double SECONDS = 0.7; // of each row: the compilers take half of it
    private static final int LAST = 13; // rounds that count
    private static final long ROUND = 2_000_000; // nanoseconds
    private static final long SHORT = 30_000; // of PE 0 alone: over before the others, which wait, sleep

    private interface Loop {
        void run(int n);
    }

    private static volatile long sink; // keeps the compiler from leaving loads out

    private final Shmem sh;
    private final Team world;
    private final int me;
    private final int next;
    private final long[] array = new long[512];
    private final MemorySegment segment = Arena.global().allocate(64, 64);
    private final SymLongs box;
    private final SymLongs flags;
    private final ShmemLock lock;
    private final SymDoubles src;
    private final SymDoubles dst;
    private long turn;
    private long least = ROUND;

    private Calls(Shmem sh, List<String> names) {
        this.sh = sh;
        world = sh.world();
        me = sh.myPe();
        next = (me + 1) % sh.nPes();
        box = sh.longs(1024);
        flags = sh.longs(sh.nPes());
        lock = sh.lock();
        boolean large = names.stream().anyMatch(name -> name.endsWith("1m") || name.endsWith("64k"));
        src = sh.doubles(large ? 1 << 20 : 1 << 11);
        dst = sh.doubles(large ? 1 << 20 : 1 << 11);
    }

    public static void main(String[] args) {
        List<String> names = List.of(args).subList(1, args.length);
        Shmem.run(args, (sh, a) -> {
            Calls calls = new Calls(sh, names);
            switch (a[0]) {
                case "warm" -> names.forEach(calls::warm);
                case "first" -> calls.first(a[1], Integer.parseInt(a[2]));
                case "memory" -> calls.memory();
                case "dead" -> calls.dead();
                default -> throw new IllegalArgumentException(a[0]);
            }
        });
    }

    private Loop loop(String name) {
        return switch (name) {
            case "p" -> alone(n -> {
                for (int i = 0; i < n; i++) box.p(i & 1023, i, next);
            });
            case "p-quiet" -> alone(n -> {
                for (int i = 0; i < n; i++) {
                    box.p(i & 1023, i, next);
                    sh.quiet();
                }
            });
            case "g" -> alone(n -> {
                long sum = 0;
                for (int i = 0; i < n; i++) sum += box.g(i & 1023, next);
                sink = sum;
            });
            case "fetch-add" -> alone(n -> {
                long sum = 0;
                for (int i = 0; i < n; i++) sum += box.fetchAdd(3, 1, next);
                sink = sum;
            });
            case "cswap" -> alone(n -> {
                long sum = 0;
                for (int i = 0; i < n; i++) sum += box.compareSwap(5, i, i + 1, next);
                sink = sum;
            });
            case "put-64" -> alone(put(8));
            case "put-4k" -> alone(put(512));
            case "get-64" -> alone(get(8));
            case "get-4k" -> alone(get(512));
            case "put-segment-64" -> alone(n -> {
                for (int i = 0; i < n; i++) box.put(8, segment, next);
            });
            case "put-all-64" -> put(8);
            case "flag" -> this::flag;
            case "wait-any" -> n -> {
                for (int i = 0; i < n; i++) {
                    flags.p(me, ++turn, next);
                    flags.waitUntilAny(Cmp.GE, turn);
                }
            };
            case "barrier" -> n -> {
                for (int i = 0; i < n; i++) sh.barrierAll();
            };
            case "sum" -> sum(1);
            case "sum-1k" -> sum(1 << 10);
            case "sum-1m" -> sum(1 << 20);
            case "sum-and-barrier" -> n -> {
                for (int i = 0; i < n; i++) {
                    world.reduce(Op.SUM, dst, src, 1);
                    sh.barrierAll();
                }
            };
            case "broadcast-4k" -> n -> {
                for (int i = 0; i < n; i++) world.broadcast(dst, src, 512, 0);
            };
            case "alltoall-8" -> alltoall(1);
            case "alltoall-64k" -> alltoall(1 << 13);
            case "alltoalls-8" -> alltoalls(1);
            case "alltoalls-64k" -> alltoalls(1 << 13);
            case "collect-8" -> collect(1);
            case "collect-64k" -> collect(1 << 13);
            case "scan-8" -> scan(1);
            case "scan-64k" -> scan(1 << 13);
            case "lock" -> n -> {
                for (int i = 0; i < n; i++) {
                    lock.set();
                    lock.clear();
                }
            };
            case "alloc" -> n -> {
                for (int i = 0; i < n; i++) sh.longs(8).free();
            };
            default -> throw new IllegalArgumentException(name);
        };
    }

    private Loop put(int count) {
        return n -> {
            for (int i = 0; i < n; i++) box.put(8, array, 0, count, next);
        };
    }

    private Loop get(int count) {
        return n -> {
            for (int i = 0; i < n; i++) box.get(8, array, 0, count, next);
        };
    }

    /// From PE 0 to PE 1 and back.
    private void flag(int n) {
        for (int i = 0; i < n && me < 2; i++) {
            turn++;
            if (me == 0) flags.p(0, turn, 1);
            flags.waitUntil(0, Cmp.GE, turn);
            if (me == 1) flags.p(0, turn, 0);
        }
    }

    private Loop sum(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.reduce(Op.SUM, dst, src, count);
        };
    }

    private Loop alltoall(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.alltoall(dst, src, count);
        };
    }

    private Loop alltoalls(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.alltoalls(dst, src, 2, 2, count);
        };
    }

    private Loop collect(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.collect(dst, src, count);
        };
    }

    private Loop scan(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.inscan(Op.SUM, dst, src, count);
        };
    }

    /// A store to a PE that sleeps wakes it, and once that has happened, the compiled loop keeps the call: rounds are short.
    private Loop alone(Loop loop) {
        least = SHORT;
        return n -> {
            if (me == 0) loop.run(n);
        };
    }

    /// The median of the last rounds.
    private void warm(String name) {
        least = ROUND;
        Loop loop = loop(name);
        double[] nanos = new double[LAST];
        long begin = System.nanoTime();
        int calls = 1;
        int rounds = 0;
        for (boolean more = true; more; ) {
            sh.barrierAll();
            long start = System.nanoTime();
            loop.run(calls);
            long time = System.nanoTime() - start;
            if (world.reduce(Op.MAX, time) < least) {
                calls *= 2;
                continue;
            }
            nanos[rounds++ % LAST] = (double) time / calls;
            double seconds = world.reduce(Op.MIN, (System.nanoTime() - begin) * 1e-9);
            more = seconds < SECONDS || rounds < LAST && seconds < 4 * SECONDS || rounds < 3;
        }
        int last = Math.min(rounds, LAST);
        Arrays.sort(nanos, 0, last);
        if (me == 0) System.out.printf(Locale.ROOT, "%s\t%.3f%n", name, nanos[last / 2]);
    }

    private void first(String name, int calls) {
        Loop loop = loop(name);
        sh.barrierAll();
        long start = System.nanoTime();
        loop.run(calls);
        sh.quiet();
        long time = System.nanoTime() - start;
        sh.barrierAll();
        if (me == 0) System.out.printf(Locale.ROOT, "%s\t%.3f%n", name, time * 1e-6);
    }

    /// What processes hold, a page that several share counted once; PE 0 adds the launcher.
    private void memory() {
        sh.barrierAll();
        ProcessHandle self = ProcessHandle.current();
        memory(self.pid());
        if (me == 0) memory(self.parent().orElseThrow().pid());
        sh.barrierAll();
    }

    private static void memory(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
                if (line.startsWith("Pss:")) System.out.println(pid + "\t" + line.replaceAll("\\D", ""));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void dead() {
        sh.barrierAll();
        if (me == sh.nPes() - 1) {
            sh.sleep(Duration.ofMillis(1500)); // by now the others sleep
            System.out.println("dead\t" + System.currentTimeMillis());
            Runtime.getRuntime().halt(3);
        }
        sh.barrierAll();
    }
}
