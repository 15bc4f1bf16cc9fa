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
/// the milliseconds of the first N calls, `memory` the process and the kB of each JVM, `dead` the time at which the last PE ends
/// its process. Nothing here needs a process or a thread of the kernel for each PE, so that jobs run as they do by default.
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
        int doubles = names.stream().anyMatch(name -> size(name) > 8192) ? 1 << 20 : 1 << 11;
        src = sh.doubles(doubles);
        dst = sh.doubles(doubles);
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
        int count = size(name) / 8;
        return switch (name.replaceFirst("-\\d.*", "")) { // the loop of a fast call is its own: a shared one would not inline it
            case "p" -> alone(n -> { for (int i = 0; i < n; i++) box.p(i & 1023, i, next); });
            case "p-quiet" -> alone(n -> { for (int i = 0; i < n; i++) { box.p(i & 1023, i, next); sh.quiet(); } });
            case "g" -> alone(n -> { long s = 0; for (int i = 0; i < n; i++) s += box.g(i & 1023, next); sink = s; });
            case "fetch-add" -> alone(n -> { long s = 0; for (int i = 0; i < n; i++) s += box.fetchAdd(3, 1, next); sink = s; });
            case "cswap" -> alone(n -> { long s = 0; for (int i = 0; i < n; i++) s += box.compareSwap(5, i, i + 1, next); sink = s; });
            case "put" -> alone(n -> { for (int i = 0; i < n; i++) box.put(8, array, 0, count, next); });
            case "get" -> alone(n -> { for (int i = 0; i < n; i++) box.get(8, array, 0, count, next); });
            case "put-segment" -> alone(n -> { for (int i = 0; i < n; i++) box.put(8, segment, next); });
            case "put-all" -> n -> { for (int i = 0; i < n; i++) box.put(8, array, 0, count, next); };
            case "flag" -> times(this::flag);
            case "wait-any" -> times(() -> { flags.p(me, ++turn, next); flags.waitUntilAny(Cmp.GE, turn); });
            case "barrier" -> times(sh::barrierAll);
            case "sum" -> times(() -> world.reduce(Op.SUM, dst, src, count));
            case "sum-and-barrier" -> times(() -> { world.reduce(Op.SUM, dst, src, 1); sh.barrierAll(); });
            case "broadcast" -> times(() -> world.broadcast(dst, src, count, 0));
            case "alltoall" -> times(() -> world.alltoall(dst, src, count));
            case "alltoalls" -> times(() -> world.alltoalls(dst, src, 2, 2, count));
            case "collect" -> times(() -> world.collect(dst, src, count));
            case "scan" -> times(() -> world.inscan(Op.SUM, dst, src, count));
            case "lock" -> times(() -> { lock.set(); lock.clear(); });
            case "alloc" -> times(() -> sh.longs(8).free());
            default -> throw new IllegalArgumentException(name);
        };
    }

    /// The bytes at the end of a name, as in sum-8m, or 8.
    private static int size(String name) {
        String digits = name.replaceAll("\\D", "");
        if (digits.isEmpty()) return 8; // the m of "sum" is no unit
        return Integer.parseInt(digits) << (name.endsWith("k") ? 10 : name.endsWith("m") ? 20 : 0);
    }

    private Loop times(Runnable call) {
        return n -> { for (int i = 0; i < n; i++) call.run(); };
    }

    /// From PE 0 to PE 1 and back.
    private void flag() {
        turn++;
        if (me == 0) flags.p(0, turn, 1);
        if (me < 2) flags.waitUntil(0, Cmp.GE, turn);
        if (me == 1) flags.p(0, turn, 0);
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

    /// The last PE ends its process, while the others sleep in a barrier.
    private void dead() {
        sh.barrierAll();
        if (me == sh.nPes() - 1) {
            sh.sleep(Duration.ofMillis(1500));
            System.out.println("dead\t" + System.currentTimeMillis());
            Runtime.getRuntime().halt(3);
        }
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
}
