// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.compat.OpenShmem;

/// One PE meets with a misfortune while the others wait for it or compute: `Misfortune WHAT PE [STATUS]`.
public final class Misfortune {
    private Misfortune() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        switch (args[0]) {
            case "unborn" -> {
                unborn(args);
                share(args);
            }
            case "start-pes", "late-start-pes" -> startPes(args);
            case "leave" -> leave(args);
            case "late-hook" -> {
                Shmem.run(args, (sh, a) -> sh.barrierAll());
                hook(Long.parseLong(args[2]));
            }
            case "by-hand", "refused" -> byHand(args);
            case "all-exit" -> {
                Shmem.run(args, (sh, a) -> sh.barrierAll());
                System.exit(Integer.parseInt(args[2]));
            }
            default -> share(args);
        }
    }

    /// The victim ends the job while the others finalize.
    private static void startPes(String[] args) {
        OpenShmem.start_pes(0);
        if (OpenShmem._my_pe() != Integer.parseInt(args[1])) return;
        compute(args[0].equals("start-pes") ? 200 : 4000);
        if (args[0].equals("start-pes")) OpenShmem.shmem_global_exit(Integer.parseInt(args[2]));
    }

    /// The victim returns without finalize.
    private static void leave(String[] args) {
        Shmem sh = Shmem.init();
        sh.barrierAll();
        if (sh.myPe() != Integer.parseInt(args[1])) sh.close();
    }

    /// The victim throws outside of `Shmem.run`, while another thread of its own runs on.
    private static void byHand(String[] args) {
        if (args[0].equals("refused")) Shmem.init(new Config(1L << 40, ThreadLevel.SINGLE, Duration.ZERO)); // refused
        Shmem sh = Shmem.init();
        sh.barrierAll();
        if (sh.myPe() == Integer.parseInt(args[1])) {
            new Thread(Misfortune::compute).start();
            outer();
        }
        sh.barrierAll();
    }

    private static void share(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int victim = Integer.parseInt(a[1]);
            SymLongs box = sh.longs(1);
            sh.barrierAll();
            if (sh.myPe() == victim) happen(sh, a);
            else if (a[0].endsWith("-while-computing")) compute();
            else if (a[0].endsWith("-while-printing")) print();
            else if (a[0].equals("barrier-or-return")) sh.barrierAll();
            else if (a[0].equals("nested") || a[0].equals("orphan")) return;
            else await(sh, box);
        });
    }

    private static void unborn(String[] args) {
        if (System.getenv("JSHMEM_PE").equals(args[1])) System.exit(Integer.parseInt(args[2]));
    }

    private static void happen(Shmem sh, String[] a) throws IOException {
        if (a[0].startsWith("hook-")) hook(Long.MAX_VALUE);
        switch (a[0].replaceFirst("-while-.*", "").replace("hook-", "")) {
            case "exit" -> System.exit(Integer.parseInt(a[2]));
            case "halt" -> {
                System.out.print("flushed by " + sh.myPe());
                System.out.flush();
                Runtime.getRuntime().halt(Integer.parseInt(a[2]));
            }
            case "throw" -> outer();
            case "barrier-or-return" -> {} // finalizes
            case "kill" -> signal("KILL");
            case "segv" -> signal("SEGV");
            case "global" -> throw sh.globalExit(Integer.parseInt(a[2]));
            case "global-of-a-thread" -> {
                new Thread(() -> sh.globalExit(Integer.parseInt(a[2]))).start();
                compute();
            }
            case "hoard" -> hoard();
            case "nested" -> nested();
            case "orphan" -> new ProcessBuilder("sleep", "120").inheritIO().start();
            default -> throw new IllegalArgumentException(a[0]);
        }
    }

    private static void hook(long millis) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static void await(Shmem sh, SymLongs box) {
        try {
            box.waitUntil(0, Cmp.EQ, 1);
        } catch (PeerFailedException e) {
            System.out.println("PE " + sh.myPe() + " heard that PE " + e.pe() + " failed with " + e.status());
            throw e;
        }
    }

    private static void print() throws InterruptedException {
        while (true) {
            System.err.println("tick");
            Thread.sleep(10);
        }
    }

    private static void compute() {
        long x = 1;
        while (x != 0) x = x * 6364136223846793005L | 1;
        System.out.println(x);
    }

    private static void compute(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end) continue;
    }

    private static void nested() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String name = Misfortune.class.getName();
        new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), name, "orphan", "0")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start()
                .onExit()
                .join();
    }

    private static void outer() {
        try {
            inner();
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("the outer reason", e);
        }
    }

    private static void inner() {
        throw new IllegalStateException("the inner reason");
    }

    private static void signal(String name) throws IOException {
        new ProcessBuilder(
                        "kill",
                        "-" + name,
                        Long.toString(ProcessHandle.current().pid()))
                .start();
        compute();
    }

    private static void hoard() {
        long[][] all = new long[1 << 20][];
        for (int i = 0; i < all.length; i++) all[i] = new long[1 << 20];
        System.out.println(all.length);
    }
}
