// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// PE 2 is late: its neighbour waits for its halo, and all wait for it in the barrier. It begins to be late once the
/// others have what they wait for from each other, so that they wait for nobody else, however busy the machine is.
/// With an argument PE 1 is killed in its second wait.
public final class Late {
    private static final int STEPS = 4;
    private static final long LATE_NANOS = 100_000_000;

    private Late() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs halo = sh.longs(256).named("halo");
            Signal come = sh.signal().named("come");
            Signal others = sh.signal().named("others");
            int right = (sh.myPe() + 1) % sh.nPes();
            for (int step = 1; step <= STEPS; step++) {
                if (sh.myPe() == 2) {
                    while (!others.test(Cmp.GE, 2L * step)) Thread.yield(); // which is no wait that is recorded
                    compute();
                }
                if (a.length > 0 && step == 2 && sh.myPe() == 1) hang(halo);
                halo.putSignal(0, new long[256], 0, 256, come, step, SignalOp.SET, right);
                come.waitUntil(Cmp.GE, step);
                if (sh.myPe() < 2) others.add(1, 2);
                sh.barrierAll();
            }
        });
    }

    /// Works for a while.
    private static void compute() {
        long end = System.nanoTime() + LATE_NANOS;
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    private static void hang(SymLongs halo) {
        Thread waiting = Thread.currentThread();
        Thread.ofPlatform().daemon().start(() -> {
            while (!isWaiting(waiting)) Thread.onSpinWait();
            kill(ProcessHandle.current().pid());
        });
        halo.waitUntil(7, Cmp.EQ, 42);
    }

    /// Whether the real backend's waiting loop runs: by then the wait is recorded.
    private static boolean isWaiting(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("org.jshmem.shm.wait.Waiter"));
    }

    private static void kill(long pid) {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(pid)).start();
        } catch (java.io.IOException e) {
            Runtime.getRuntime().halt(9);
        }
    }
}
