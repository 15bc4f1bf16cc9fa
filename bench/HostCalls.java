// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;

/// The calls of `bench/hosts` on the last PE from PE 0, which prints the median of each in us.
class HostCalls {
    private static final int MIB = 1 << 20;

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(64);
            SymLongs out = sh.longs(64);
            SymDoubles part = sh.doubles(1);
            SymDoubles sums = sh.doubles(1);
            SymBytes block = sh.bytes(MIB);
            byte[] bytes = new byte[MIB];
            int other = sh.nPes() - 1;
            alone(sh, "get of 8 bytes", 20_000, () -> box.g(0, other));
            alone(sh, "fetch-and-add", 20_000, () -> box.fetchAdd(0, 1, other));
            alone(sh, "put of 8 bytes and quiet", 20_000, () -> {
                box.p(0, 1, other);
                sh.quiet();
            });
            alone(sh, "put of 1 MiB and quiet", 1_000, () -> {
                block.put(bytes, other);
                sh.quiet();
            });
            alone(sh, "get of 1 MiB", 1_000, () -> block.get(bytes, other));
            all(sh, "barrier", sh::barrierAll);
            all(sh, "sum of 1 double", () -> sh.world().reduce(Op.SUM, sums, part, 1));
            all(sh, "alltoall of 1 long", () -> sh.world().alltoall(out, box, 1));
        });
    }

    private static void alone(Shmem sh, String name, int warm, Runnable call) {
        if (sh.myPe() == 0) measure(name, warm, warm / 4, call);
        sh.barrierAll();
    }

    private static void all(Shmem sh, String name, Runnable call) {
        measure(sh.myPe() == 0 ? name : "", 20_000, 5_000, call);
    }

    private static void measure(String name, int warm, int count, Runnable call) {
        long[] nanos = new long[count];
        for (int k = -warm; k < count; k++) {
            long start = System.nanoTime();
            call.run();
            if (k >= 0) nanos[k] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        if (!name.isEmpty()) System.out.printf(Locale.ROOT, "%-26s %8.2f us%n", name, nanos[count / 2] / 1e3);
    }
}
