// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.Ctx;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.Team;
import org.jshmem.Work;
import org.jshmem.compat.OpenShmem;

/// A program that uses a little of everything, so that [ClassArchive] can list the classes that programs load. The
/// first use of a class that is not in the archive costs a program time: see docs/internals/first-second.md.
final class Training {
    /// Elements with which collectives take their way for long arrays.
    private static final int MANY = 32 << 10;

    private Training() {}

    /// Runs as one PE of a few.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int next = (sh.myPe() + 1) % sh.nPes();
            SymLongs box = sh.longs(64);
            Signal[] ready = sh.signals(2);
            transfer(sh, box, next);
            await(box, ready, next);
            reduce(sh, sh.world());
            exchange(sh, sh.world());
            share(sh, next);
            sleep(sh, ready[1], next);
            System.out.println("PE " + sh.myPe() + " has " + box.get(0));
            System.out.printf("%d %.3f%n", box.get(3), 1.0);
            sh.freeAll(box, ready[0]);
            OpenShmem.shmem_fence(); // the C names: a chain of classes
        });
    }

    private static void transfer(Shmem sh, SymLongs box, int next) {
        long[] data = {1, 2, 3, 4};
        SymDoubles many = sh.doubles(MANY);
        double[] copy = new double[MANY];
        box.p(0, sh.myPe(), next);
        box.put(8, data, 0, 4, next);
        box.putNbi(8, data, 0, 4, next);
        box.iput(16, 2, data, 0, 1, 4, next);
        box.put(24, box, 8, 4, next);
        sh.quiet();
        box.get(8, data, 0, 4, next);
        box.iget(16, 2, data, 0, 1, 4, next);
        many.put(0, copy, 0, MANY, next);
        many.get(0, copy, 0, MANY, next);
        box.fetchAdd(2, box.g(0, next), next);
        box.add(2, 1, next);
        box.compareSwap(2, 0, 1, next);
        MemorySegment there = box.ptr(next);
        if (there != null) there.setAtIndex(ValueLayout.JAVA_LONG, 3, sh.myPe()); // null on another simulated host
        box.local().setAtIndex(ValueLayout.JAVA_LONG, 4, 1);
        sh.compute(Work.flops(MANY));
        sh.barrierAll();
        many.free();
    }

    private static void await(SymLongs box, Signal[] ready, int next) {
        box.putSignal(1, new long[] {1}, 0, 1, ready[0], 1, SignalOp.SET, next);
        ready[0].waitUntil(Cmp.GE, 1);
        box.waitUntil(1, Cmp.EQ, 1);
        box.waitUntilAny(1, 1, null, Cmp.EQ, 1);
        box.waitUntilSome(1, 1, new int[1], null, Cmp.EQ, 1);
        box.waitUntilAll(1, 1, null, Cmp.EQ, 1);
        box.test(1, Cmp.NE, 0);
    }

    private static void reduce(Shmem sh, Team team) {
        SymLongs longs = sh.longs(MANY);
        SymInts ints = sh.ints(MANY);
        SymDoubles doubles = sh.doubles(MANY);
        team.reduce(Op.SUM, 1L);
        team.reduce(Op.MAX, 1.0);
        for (String algorithm : List.of("flat", "rd", "rsag", "tiled", "pull", "auto")) { // as on any number of cores
            team.algorithm(Collective.REDUCE, algorithm);
            for (int n = 1; n <= MANY; n *= 32) {
                team.reduce(Op.SUM, longs, longs, n);
                team.reduce(Op.MAX, ints, ints, n);
                team.reduce(Op.SUM, doubles, doubles, n);
            }
        }
        team.inscan(Op.SUM, longs, longs, 1);
        team.exscan(Op.SUM, longs, longs, 1);
        sh.freeAll(longs, ints, doubles);
    }

    private static void exchange(Shmem sh, Team team) {
        SymLongs from = sh.longs(MANY);
        SymLongs to = sh.longs((long) MANY * team.nPes());
        for (int n = 1; n <= MANY; n *= 32) {
            team.broadcast(to, from, n, 0);
            team.fcollect(to, from, n);
        }
        team.collect(to, from, 1 + team.myPe());
        team.alltoall(to, from, 1);
        team.alltoalls(to, from, 2, 2, 1);
        sh.freeAll(from, to);
    }

    private static void share(Shmem sh, int next) {
        Team half = sh.world().splitStrided(0, 1, (sh.nPes() + 1) / 2).orElse(null);
        if (half != null) {
            half.sync();
            half.close();
        }
        ShmemLock lock = sh.lock();
        lock.set();
        lock.clear();
        try (Ctx ctx = sh.ctx()) {
            ctx.quiet();
        }
        SymMem memory = sh.mem(64);
        memory.put(0, memory.local(), next);
        sh.barrierAll();
        memory.realloc(128).free();
    }

    /// Lets PEs wait until they sleep, so that they link their system call.
    private static void sleep(Shmem sh, Signal ready, int next) {
        for (int round = 1; round <= 3; round++) {
            if (sh.myPe() == round % 2) sh.sleep(Duration.ofMillis(200));
            sh.barrierAll();
        }
        ready.set(1, next);
        ready.waitUntil(Cmp.EQ, 1);
    }
}
