// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;

/// Small programs for tests; the first argument names the one that PEs run. None has static state
/// or starts a thread, so PEs of a JVM share the class and take turns.
public final class Acts {
    private Acts() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        boolean limited = args[0].equals("limited");
        var second = new Config(0, ThreadLevel.SINGLE, Duration.ofSeconds(1));
        Shmem.run(args, limited ? second : Config.DEFAULT, Acts::act);
    }

    private static void act(Shmem sh, String... a) throws Exception {
        int me = sh.myPe();
        switch (a[0]) {
            case "hang" -> hang(sh, me);
            case "after-a-team" -> afterATeam(sh, me);
            case "circle" -> circle(sh, me);
            case "far-apart" -> farApart(sh, me);
            case "limited" -> sh.longs(1).waitUntil(0, Cmp.EQ, 1);
            case "cores" -> cores(me);
            case "copies" -> copies(sh, me);
            case "fill" -> fill(sh, me);
            case "flood" -> {
                for (int k = 0; k < Integer.parseInt(a[1]); k++) System.out.println("x".repeat(1023));
            }
            case "overflow" -> overflow(sh, me, Integer.parseInt(a[1]));
            case "collect" -> collect(sh, me);
            default -> throw new IllegalArgumentException(a[0]);
        }
    }

    /// Hangs: PE 1 waits for a word that nobody writes, PE 2 computes, and the others wait for both
    /// in a barrier.
    private static void hang(Shmem sh, int me) {
        SymLongs box = sh.longs(8).named("box");
        sh.bytes(8192).put(new byte[8192], (me + 1) % sh.nPes());
        sh.barrierAll();
        System.out.println("up");
        if (me == 1) box.waitUntil(3, Cmp.GE, 42);
        if (me == 2) compute();
        sh.barrierAll();
    }

    private static void compute() {
        long x = 1;
        while (x != 0) x = x * 6364136223846793005L | 1;
        System.out.println(x);
    }

    /// PEs use a team, and then wait in a barrier of all for PE 1, which never comes.
    private static void afterATeam(Shmem sh, int me) throws InterruptedException {
        sh.world().splitStrided(0, 1, sh.nPes()).orElseThrow().reduce(Op.SUM, 1L);
        while (me == 1) Thread.sleep(1000);
        sh.barrierAll();
    }

    /// Two PEs take two teams in opposite orders, so that each waits for the other.
    private static void circle(Shmem sh, int me) {
        Team one = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Team two = sh.world().splitStrided(0, 1, 2).orElseThrow();
        (me == 0 ? one : two).barrier();
        (me == 0 ? two : one).sync();
    }

    /// PE 0 and the PE in the middle make calls that do not match, and all others wait for a signal
    /// that no PE sends.
    private static void farApart(Shmem sh, int me) {
        var never = sh.signal();
        if (me == 0) sh.barrierAll();
        else if (me == sh.nPes() / 2) sh.syncAll();
        else never.waitUntil(Cmp.EQ, 1);
    }

    /// Prints the cores on which the kernel lets the thread of the PE run.
    private static void cores(int me) throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) System.out.println(me + " " + line.split("\\s+")[1]);
        }
    }

    /// Prints whether the PEs of a JVM share this class.
    private static void copies(Shmem sh, int me) {
        long mine = System.identityHashCode(Acts.class);
        boolean same = sh.world().reduce(Op.MIN, mine) == sh.world().reduce(Op.MAX, mine);
        if (me == 0) System.out.println(same ? "1 class" : "a class for each PE");
    }

    /// Takes mebibyte after mebibyte until there is no memory behind the heap, and goes on with
    /// what it has.
    private static void fill(Shmem sh, int me) {
        long sum = 0;
        int taken = 0;
        try {
            while (true) {
                SymLongs block = sh.longs(1 << 17);
                block.set((1 << 17) - 1, ++taken);
                sum += block.get((1 << 17) - 1);
            }
        } catch (SymmetricHeapException e) {
            System.out.println(e.getMessage());
        }
        if (sh.world().reduce(Op.MIN, sum) != sum) throw new AssertionError("PEs were refused at different blocks");
        if (me == 0) System.out.println("went on with " + taken + " MiB on each PE");
    }

    /// Each PE fills its stack by recursion, `times` times, and uses the job afterwards. Each
    /// sixteenth frame puts a word to the other PE. A put needs more stack than sixteen frames, so
    /// each overflow is one of a put; the frames differ from time to time, so all depths occur.
    private static void overflow(Shmem sh, int me, int times) {
        int other = (me + 1) % sh.nPes();
        SymLongs word = sh.longs(1);
        SymLongs count = sh.longs(1);
        for (int k = 0; k < times; k++) {
            try {
                recur(word, other, k % 16);
            } catch (StackOverflowError e) {
                count.inc(0, other);
            }
        }
        sh.barrierAll();
        if (count.get(0) != times) throw new AssertionError(count.get(0) + " overflows");
        if (me == 0) System.out.println("done");
    }

    private static void recur(SymLongs word, int pe, long depth) {
        if (depth % 16 == 0) word.p(0, depth, pe);
        if (depth < Long.MAX_VALUE) recur(word, pe, depth + 1);
    }

    /// Makes the first calls of collectives, a put, a wait and a team.
    private static void collect(Shmem sh, int me) {
        SymDoubles mine = sh.doubles(1);
        SymDoubles all = sh.doubles(sh.nPes());
        mine.set(0, 1);
        sh.world().reduce(Op.SUM, mine, mine, 1);
        sh.world().broadcast(all, mine, 1, 0);
        sh.world().fcollect(all, mine, 1);
        all.p(0, all.get(0), (me + 1) % sh.nPes());
        sh.barrierAll();
        sh.world().splitStrided(0, 1, sh.nPes()).orElseThrow().close();
        if (all.get(0) != sh.nPes()) throw new AssertionError(all.get(0));
    }
}
