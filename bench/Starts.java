// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.junit.ShmemTest;

/// Rows of `bench/ab` that the suite does not have: the first calls of a program in milliseconds, the nanoseconds that a
/// simulated operation takes on the host, and jobs in a JVM of a user's own. The arguments are rows; PE 0 prints each with
/// its figure. With `wait` instead, all PEs wait until the job is ended.
class Starts {
    private static final double SECONDS = 2.8; // 60 PEs on one thread leave the interpreter after more than 0.7
    private static final int LAST = 13; // rounds that count
    private static final long ROUND = 2_000_000; // nanoseconds

    /// Makes a call n times.
    private interface Loop {
        void run(int n);
    }

    public static void main(String[] args) {
        if (args.length == 0) Shmem.runInProcess(2, (sh, a) -> sh.barrierAll());
        else Shmem.run(args, Starts::measure);
    }

    @ShmemTest(npes = 2)
    void meets(Shmem sh) {
        sh.barrierAll();
    }

    private static void measure(Shmem sh, String[] rows) {
        int next = (sh.myPe() + 1) % sh.nPes();
        long[] array = new long[8];
        SymLongs box = sh.longs(1024);
        SymDoubles src = sh.doubles(1024);
        SymDoubles dst = sh.doubles(1024);
        for (String row : rows) {
            Loop loop = switch (row.replaceFirst("-[^-]*$", "")) {
                case "first-barrier", "barrier" -> n -> { for (int i = 0; i < n; i++) sh.barrierAll(); };
                case "first-sum-and-barrier" -> n -> { for (int i = 0; i < n; i++) { sh.world().reduce(Op.SUM, dst, src, 1); sh.barrierAll(); } };
                case "first-p" -> n -> { for (int i = 0; i < 10 * n && sh.myPe() == 0; i++) box.p(i & 1023, i, next); };
                case "put-all-64" -> n -> { for (int i = 0; i < n; i++) box.put(8, array, 0, 8, next); };
                case "alltoall-8" -> n -> { for (int i = 0; i < n; i++) sh.world().alltoall(dst, src, 1); };
                case "wait" -> n -> await(sh);
                default -> throw new IllegalArgumentException(row);
            };
            double figure = row.startsWith("first") ? time(sh, loop, 10_000) * 1e-6 : row.equals("wait") ? time(sh, loop, 1) : warm(sh, loop);
            if (sh.myPe() == 0) System.out.printf(Locale.ROOT, "%s %.3f%n", row, figure);
        }
    }

    /// The nanoseconds of a loop, by the host's clock.
    private static long time(Shmem sh, Loop loop, int calls) {
        sh.barrierAll();
        long start = System.nanoTime();
        loop.run(calls);
        return System.nanoTime() - start;
    }

    /// The median of the last rounds, of one call of one PE.
    private static double warm(Shmem sh, Loop loop) {
        double[] nanos = new double[LAST];
        long begin = System.nanoTime();
        int calls = 1;
        int rounds = 0;
        for (double seconds = 0; seconds < SECONDS || rounds < LAST && seconds < 4 * SECONDS || rounds < 3; ) {
            long time = time(sh, loop, calls);
            seconds = sh.world().reduce(Op.MIN, (System.nanoTime() - begin) * 1e-9);
            if (sh.world().reduce(Op.MAX, time) < ROUND) calls *= 2;
            else nanos[rounds++ % LAST] = (double) time / calls / sh.nPes();
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
