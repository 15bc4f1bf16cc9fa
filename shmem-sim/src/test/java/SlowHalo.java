// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

/// A halo exchange in which the PE that the first argument names is late in every step. The second argument is the
/// number of steps, the third one the milliseconds, by default 1.
public class SlowHalo {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int slow = Integer.parseInt(a[0]);
            int steps = a.length > 1 ? Integer.parseInt(a[1]) : 20, late = a.length > 2 ? Integer.parseInt(a[2]) : 1;
            SymDoubles halo = sh.doubles(512).named("halo");
            Signal came = sh.signal().named("came");
            double[] edge = new double[512];
            for (int step = 1; step <= steps; step++) {
                if (sh.myPe() == slow) sh.sleep(Duration.ofMillis(late));
                halo.putSignal(0, edge, 0, 512, came, step, SignalOp.SET, (sh.myPe() + 1) % sh.nPes());
                came.waitUntil(Cmp.GE, step);
            }
        });
    }
}
