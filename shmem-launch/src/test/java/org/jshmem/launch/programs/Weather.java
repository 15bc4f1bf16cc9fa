// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// A random program, the same on every PE, in which one PE may meet with a fault at a given step
/// (a heap that is too small meets all of them): `Weather SEED FAULT PE
/// STEP`.
public final class Weather {
    private static final int STEPS = 60;

    private Weather() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, Weather::play);
    }

    private static void play(Shmem sh, String... a) throws InterruptedException, IOException {
        var random = new SplittableRandom(Long.parseLong(a[0]));
        boolean victim = sh.myPe() == Integer.parseInt(a[2]);
        int when = Integer.parseInt(a[3]);
        SymLongs box = sh.longs(64);
        SymLongs sums = sh.longs(64);
        Signal signal = sh.signal();
        for (int step = 0; step < STEPS; step++) {
            if (step == when && (victim || a[1].equals("FULL_HEAP"))) befall(sh, a[1]);
            step(sh, random.nextInt(7), box, sums, signal, step + 1);
        }
    }

    private static void befall(Shmem sh, String fault) throws InterruptedException, IOException {
        switch (fault) {
            case "EXIT" -> System.exit(7);
            case "THROW" -> throw new IllegalStateException("thrown by chaos");
            case "LEAVE" -> System.exit(0);
            case "FULL_HEAP" -> sh.longs(sh.heapSize());
            case "GLOBAL_EXIT" -> throw sh.globalExit(9);
            case "OUT_OF_MEMORY" -> System.out.println(new long[Integer.MAX_VALUE - 8].length);
            case "CRASH" -> {
                long self = ProcessHandle.current().pid();
                new ProcessBuilder("kill", "-SEGV", Long.toString(self)).start();
                Thread.sleep(60_000);
            }
            case "SLOW" -> Thread.sleep(300);
            case "MISMATCH" -> sh.world().reduce(Op.MAX, 1);
            default -> {}
        }
    }

    private static void step(Shmem sh, int kind, SymLongs box, SymLongs sums, Signal signal, int step)
            throws InterruptedException {
        int next = (sh.myPe() + 1) % sh.nPes();
        switch (kind) {
            case 0 -> sh.barrierAll();
            case 1 -> box.p(step % 64, step, next);
            case 2 -> box.fetchAdd(0, 1, next);
            case 3 -> {
                signal.add(1, next);
                sh.barrierAll();
                signal.waitUntil(Cmp.GE, 1);
            }
            case 4 -> sh.world().reduce(Op.SUM, sums, box, 64);
            case 5 -> {
                box.putSignal(1, new long[] {step}, 0, 1, signal, 1, SignalOp.ADD, next);
                sh.quiet();
            }
            default -> Thread.sleep(step % 20);
        }
    }
}
