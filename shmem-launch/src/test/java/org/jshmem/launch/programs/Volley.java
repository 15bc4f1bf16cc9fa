// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// Each PE of the first half plays with one of the second: data and a signal there, data and a signal back. Each says
/// what its clock shows. Then, with the argument `die`, PE 1 is gone, with `lose` the host of PE 3.
public final class Volley {
    /// How often the ball goes and comes back.
    public static final int STEPS = 100;

    private Volley() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs data = sh.longs(8).named("data");
            Signal ball = sh.signal().named("ball");
            int half = sh.nPes() / 2;
            int partner = (sh.myPe() + half) % sh.nPes();
            for (int step = 1; step <= STEPS; step++) {
                if (sh.myPe() >= half) ball.waitUntil(Cmp.EQ, step);
                data.putSignal(0, new long[8], 0, 8, ball, step, SignalOp.SET, partner);
                if (sh.myPe() < half) ball.waitUntil(Cmp.EQ, step);
            }
            System.out.println("PE " + sh.myPe() + " clock " + System.nanoTime());
            boolean dies = a.length > 0 && a[0].equals("die");
            boolean loses = a.length > 0 && a[0].equals("lose");
            if (dies && sh.myPe() == 1) Runtime.getRuntime().halt(9);
            if (loses && sh.myPe() == 3) ProcessHandle.current().parent().ifPresent(ProcessHandle::destroyForcibly);
            sh.barrierAll();
        });
    }
}
