// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// The calls that `bench/ab` measures. The arguments are its rows: for each, PE 0 prints the row and the nanoseconds of one
/// call, or the milliseconds of the first 10,000 calls. With `wait` instead, all PEs wait until the job is ended. Nothing here
/// needs a process or a thread of the kernel for each PE, so that jobs run as they do by default.
class Calls {
    private static final Pattern ROW = Pattern.compile("(first-)?([a-z-]+?)(?:-(\\d+)([km]?))?-\\w+"); // name, bytes, job
    private static final double SECONDS = 0.7; // of each row: the compilers take half of it
    private static final double SECONDS_OF_VECTORS = 2.1; // sums over vectors: their loops are compiled after up to 1.4
    private static final double SECONDS_SIMULATED = 2.8; // 60 PEs on one thread leave the interpreter after more than 0.7
    private static final int LAST = 13; // rounds that count
    private static final long ROUND = 2_000_000; // nanoseconds
    private static final long SHORT = 30_000; // of PE 0 alone: over before the others, which wait, sleep

    private static volatile long sink; // keeps the compiler from leaving loads out

    /// Makes a call n times, with this count of elements.
    private interface Loop {
        void run(int n, int count);
    }

    private record Row(long least, Loop loop) {}

    public static void main(String[] args) {
        Shmem.run(args, (sh, rows) -> {
            if (rows[0].equals("wait")) await(sh);
            else measure(sh, table(sh), rows);
        });
    }

    private static Map<String, Row> table(Shmem sh) {
        Team world = sh.world();
        int me = sh.myPe();
        int next = (me + 1) % sh.nPes();
        long[] turn = {0};
        long[] array = new long[512];
        MemorySegment segment = Arena.global().allocate(64, 64);
        SymLongs box = sh.longs(1024);
        SymLongs flags = sh.longs(sh.nPes());
        SymDoubles src = sh.doubles(1 << 20);
        SymDoubles dst = sh.doubles(1 << 20);
        ShmemLock lock = sh.lock();
        Map<String, Row> table = new HashMap<>();
        // the loop of a fast call is its own: a shared one would not inline it
        table.put("p", alone(me, (n, c) -> { for (int i = 0; i < n; i++) box.p(i & 1023, i, next); }));
        table.put("p-quiet", alone(me, (n, c) -> { for (int i = 0; i < n; i++) { box.p(i & 1023, i, next); sh.quiet(); } }));
        table.put("g", alone(me, (n, c) -> { long s = 0; for (int i = 0; i < n; i++) s += box.g(i & 1023, next); sink = s; }));
        table.put("fetch-add", alone(me, (n, c) -> { long s = 0; for (int i = 0; i < n; i++) s += box.fetchAdd(3, 1, next); sink = s; }));
        table.put("cswap", alone(me, (n, c) -> { long s = 0; for (int i = 0; i < n; i++) s += box.compareSwap(5, i, i + 1, next); sink = s; }));
        table.put("put", alone(me, (n, c) -> { for (int i = 0; i < n; i++) box.put(8, array, 0, c, next); }));
        table.put("get", alone(me, (n, c) -> { for (int i = 0; i < n; i++) box.get(8, array, 0, c, next); }));
        table.put("put-segment", alone(me, (n, c) -> { for (int i = 0; i < n; i++) box.put(8, segment, next); }));
        table.put("put-all", new Row(ROUND, (n, c) -> { for (int i = 0; i < n; i++) box.put(8, array, 0, c, next); }));
        table.put("flag", times(c -> { // from PE 0 to PE 1 and back
            turn[0]++;
            if (me == 0) flags.p(0, turn[0], 1);
            if (me < 2) flags.waitUntil(0, Cmp.GE, turn[0]);
            if (me == 1) flags.p(0, turn[0], 0);
        }));
        table.put("wait-any", times(c -> { flags.p(me, ++turn[0], next); flags.waitUntilAny(Cmp.GE, turn[0]); }));
        table.put("barrier", times(c -> sh.barrierAll()));
        table.put("sum", times(c -> world.reduce(Op.SUM, dst, src, c)));
        table.put("sum-and-barrier", times(c -> { world.reduce(Op.SUM, dst, src, 1); sh.barrierAll(); }));
        table.put("broadcast", times(c -> world.broadcast(dst, src, c, 0)));
        table.put("alltoall", times(c -> world.alltoall(dst, src, c)));
        table.put("alltoalls", times(c -> world.alltoalls(dst, src, 2, 2, c)));
        table.put("collect", times(c -> world.collect(dst, src, c)));
        table.put("scan", times(c -> world.inscan(Op.SUM, dst, src, c)));
        table.put("lock", times(c -> { lock.set(); lock.clear(); }));
        table.put("alloc", times(c -> sh.longs(8).free()));
        return table;
    }

    /// A store to a PE that sleeps wakes it, and once that has happened, the compiled loop keeps the call: rounds are short.
    private static Row alone(int me, Loop loop) {
        return new Row(SHORT, (n, c) -> { if (me == 0) loop.run(n, c); });
    }

    private static Row times(IntConsumer call) {
        return new Row(ROUND, (n, c) -> { for (int i = 0; i < n; i++) call.accept(c); });
    }

    private static void measure(Shmem sh, Map<String, Row> table, String[] rows) {
        for (String name : rows) {
            Matcher parts = ROW.matcher(name);
            if (!parts.matches() || !table.containsKey(parts.group(2))) throw new IllegalArgumentException(name);
            Row row = table.get(parts.group(2));
            boolean first = parts.group(1) != null;
            int calls = parts.group(2).equals("p") ? 100_000 : 10_000;
            double seconds = parts.group(2).equals("sum") && parts.group(3) != null ? SECONDS_OF_VECTORS : SECONDS;
            if (name.matches(".*-(knc|scc|cluster)")) seconds = SECONDS_SIMULATED;
            double figure = first ? time(sh, row.loop, calls, 1) * 1e-6 : warm(sh, row, bytes(parts) / 8, seconds);
            if (sh.myPe() == 0) System.out.printf(Locale.ROOT, "%s %.3f%n", name, figure);
        }
    }

    private static int bytes(Matcher row) {
        return row.group(3) == null ? 8 : Integer.parseInt(row.group(3)) << 10 * " km".indexOf(row.group(4));
    }

    /// The nanoseconds of a loop.
    private static long time(Shmem sh, Loop loop, int calls, int count) {
        sh.barrierAll();
        long start = System.nanoTime();
        loop.run(calls, count);
        return System.nanoTime() - start;
    }

    /// The median of the last rounds.
    private static double warm(Shmem sh, Row row, int count, double least) {
        double[] nanos = new double[LAST];
        long begin = System.nanoTime();
        int calls = 1;
        int rounds = 0;
        for (boolean more = true; more; ) {
            long time = time(sh, row.loop, calls, count);
            if (sh.world().reduce(Op.MAX, time) < row.least) {
                calls *= 2;
                continue;
            }
            nanos[rounds++ % LAST] = (double) time / calls;
            double seconds = sh.world().reduce(Op.MIN, (System.nanoTime() - begin) * 1e-9);
            more = seconds < least || rounds < LAST && seconds < 4 * least || rounds < 3;
        }
        int last = Math.min(rounds, LAST);
        Arrays.sort(nanos, 0, last);
        return nanos[last / 2];
    }

    /// All but PE 0 sleep in a barrier, until a process of the job is killed.
    private static void await(Shmem sh) {
        sh.barrierAll();
        if (sh.myPe() == 0) {
            System.out.println("waiting");
            sh.sleep(Duration.ofMinutes(1));
        }
        sh.barrierAll();
    }
}
