// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.Work;
import org.jshmem.compat.OpenShmem;
import org.jshmem.program.ProgramFrames;
import org.jshmem.shm.RemoteLayer;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// A program that uses each kind of operation once, so that [ClassArchive] can list the classes of the JDK that
/// programs load: it adds all classes of the library itself. The first use of a class that is not in the archive costs
/// a program time: see docs/internals/decisions.md.
final class Training {
    /// Elements with which collectives take their way for long arrays.
    private static final int MANY = 32 << 10;

    /// Options as kernels have them, which each PE parses.
    static final class Options {
        @Option(names = "--class", paramLabel = "CLASS", description = "problem class (default: ${DEFAULT-VALUE})")
        String problem = "S";

        @Option(names = "--iterations")
        Integer iterations;

        @Option(names = "--help", usageHelp = true)
        boolean help;
    }

    private Training() {}

    /// Runs as one PE of a few.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int next = (sh.myPe() + 1) % sh.nPes();
            SymLongs box = sh.longs(64);
            SymDoubles from = sh.doubles(MANY);
            SymDoubles to = sh.doubles((long) MANY * sh.nPes());
            Signal ready = sh.signal();
            long[] data = {1, 2, 3, 4};
            box.p(0, sh.myPe(), next);
            box.fetchAdd(2, box.g(0, next), next);
            box.putSignal(8, data, 0, data.length, ready, 1, SignalOp.SET, next);
            ready.waitUntil(Cmp.GE, 1);
            box.waitUntilAny(0, 1, null, Cmp.GE, 0);
            box.get(8, data, 0, data.length, next);
            box.local().setAtIndex(ValueLayout.JAVA_LONG, 4, 1);
            from.put(0, new double[MANY], 0, MANY, next);
            sh.compute(Work.flops(MANY));
            collect(sh.world(), from, to);
            sh.world().splitStrided(0, 1, sh.nPes()).ifPresent(Team::close);
            ShmemLock lock = sh.lock();
            lock.set();
            lock.clear();
            sleep(sh);
            System.out.println("PE " + sh.myPe() + " has " + box.get(0));
            System.out.printf("%d %.3f%n", box.get(3), 1.0);
            sh.freeAll(box, from, to, ready);
            OpenShmem.shmem_fence(); // the C names: a chain of classes
            new CommandLine(new Options())
                    .parseArgs("--class", "A", "--iterations", "2")
                    .matchedOptions();
            linkUcx();
        });
    }

    private static void linkUcx() {
        RemoteLayer layer = RemoteLayer.find();
        try {
            if (layer.missing() == null) layer.address();
        } catch (IllegalStateException e) {
            // UCX finds no network on this machine
        }
    }

    private static void collect(Team team, SymDoubles from, SymDoubles to) {
        team.reduce(Op.MAX, 1L);
        for (int n = 1; n <= MANY; n *= 32) {
            team.reduce(Op.SUM, from, from, n);
            team.broadcast(to, from, n, 0);
            team.fcollect(to, from, n);
        }
        team.alltoall(to, from, 1);
    }

    /// Lets PEs wait until they sleep, so that they link their system call.
    private static void sleep(Shmem sh) {
        for (int round = 1; round <= 3; round++) {
            if (sh.myPe() == round % 2) sh.sleep(Duration.ofMillis(200));
            sh.barrierAll();
        }
        ProgramFrames.wait(Thread.currentThread().getStackTrace()); // as watchdogs do where a PE is slow
    }
}
