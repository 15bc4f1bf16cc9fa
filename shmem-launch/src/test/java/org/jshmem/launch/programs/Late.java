// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// PE 2 is late: its neighbour waits for its halo, and all wait for it in the barrier. With an argument PE 1 is
/// killed in its second wait.
public final class Late {
    private static final int STEPS = 4;

    private Late() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs halo = sh.longs(256).named("halo");
            Signal come = sh.signal().named("come");
            int right = (sh.myPe() + 1) % sh.nPes();
            for (int step = 1; step <= STEPS; step++) {
                if (sh.myPe() == 2) compute();
                if (a.length > 0 && step == 2 && sh.myPe() == 1) hang(halo);
                halo.putSignal(0, new long[256], 0, 256, come, step, SignalOp.SET, right);
                come.waitUntil(Cmp.GE, step);
                sh.barrierAll();
            }
        });
    }

    /// Works for 20 ms.
    private static void compute() {
        long end = System.nanoTime() + 20_000_000;
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    private static void hang(SymLongs halo) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            kill(ProcessHandle.current().pid());
        });
        halo.waitUntil(7, Cmp.EQ, 42);
    }

    private static void kill(long pid) {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(pid)).start();
        } catch (java.io.IOException e) {
            Runtime.getRuntime().halt(9);
        }
    }
}
