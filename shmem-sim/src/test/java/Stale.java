// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymLongs;

/// PE 1 reads what PE 0 puts, from a line that it has read before.
public class Stale {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs x = sh.longs(16).named("x");
            Signal ready = sh.signal();
            if (sh.myPe() == 0) {
                sh.sleep(Duration.ofNanos(100_000));
                x.put(1, new long[] {7, 8}, 0, 2, 1);
                sh.fence();
                ready.set(1, 1);
            } else {
                switch (a[0]) {
                    case "polls" -> {
                        while (x.get(1) == 0) sh.sleep(Duration.ofNanos(1000));
                    }
                    case "waits" -> x.waitUntil(1, Cmp.NE, 0);
                    case "reads early" -> {
                        x.get(0);
                        sh.sleep(Duration.ofMillis(1));
                        x.get(2);
                        ready.waitUntil(Cmp.EQ, 1);
                    }
                    case "gets early" -> {
                        x.g(0, 1);
                        sh.sleep(Duration.ofMillis(1));
                        x.get(0, new long[4], 0, 4, 1);
                    }
                    case "reads late" -> {
                        x.get(0);
                        ready.waitUntil(Cmp.EQ, 1);
                        x.get(2);
                    }
                    case "never held" -> {
                        sh.sleep(Duration.ofMillis(1));
                        x.get(2);
                    }
                    default -> throw new IllegalArgumentException(a[0]);
                }
            }
        });
    }
}
