// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ep;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import org.jshmem.nas.npb.Verification;
import picocli.CommandLine.Command;

/// EP, the embarrassingly parallel kernel of the NAS parallel benchmarks: each PE computes its share of the pairs,
/// then the PEs add their results in two reductions.
///
/// ```
/// bin/oshrun -np 4 ep --class A
/// ```
@Command(name = "ep", description = "NAS EP: pairs of Gaussian deviates on any number of PEs")
public final class Ep extends KernelCommand {
    /// Operations of a pair on a simulated processor: two numbers, a test, and for 79 of 100 pairs a logarithm and a
    /// root.
    private static final int OPERATIONS = 40;

    public static void main(String[] args) {
        Npb.main(args, Ep::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        EpClass problem = problem(EpClass.class);
        return Npb.measure(sh, this, problem, EpClass.S, "random numbers", each -> new Share(sh, each, each.batches()));
    }

    /// EP: counts pairs of Gaussian deviates by annulus, and adds them up.
    ///
    /// - Method: the polar method on pairs of uniform numbers, in batches that jump into the sequence.
    /// - Original: EP of NPB 3.4.
    /// - Decomposition: a PE has a contiguous range of the first `batches` batches of a class.
    /// - Invariant: a batch depends on its number alone, so the counts are equal on any number of PEs; the two sums
    ///   differ by rounding. After `iterate`, every PE has the sums and counts of all.
    static final class Share implements Kernel {
        private final Shmem sh;
        private final EpClass problem;
        private final long from;
        private final long to;
        private final SymDoubles sums;
        private final SymLongs counts;

        Share(Shmem sh, EpClass problem, long batches) {
            this.sh = sh;
            this.problem = problem;
            from = batches * sh.myPe() / sh.nPes();
            to = batches * (sh.myPe() + 1) / sh.nPes();
            sums = sh.doubles(2);
            counts = sh.longs(Gaussians.ANNULI);
        }

        @Override
        public void rehearse() {
            Gaussians some = new Gaussians();
            some.batch(sh.myPe(), 1 << EpClass.LOG_BATCH);
            reduce(some);
        }

        @Override
        public void iterate(int number) {
            Gaussians all = new Gaussians();
            int pairs = 1 << EpClass.LOG_BATCH;
            for (long b = from; b < to; b++) all.batch(b, pairs);
            sh.compute(Work.flops((to - from) * pairs * OPERATIONS));
            reduce(all);
        }

        private void reduce(Gaussians mine) {
            sums.set(0, mine.sumX);
            sums.set(1, mine.sumY);
            for (int i = 0; i < Gaussians.ANNULI; i++) counts.set(i, mine.counts[i]);
            sh.world().reduce(Op.SUM, sums, sums, 2);
            sh.world().reduce(Op.SUM, counts, counts, Gaussians.ANNULI);
        }

        @Override
        public Verification verify(int iterations) {
            return problem.verify(iterations, sums.get(0), sums.get(1));
        }

        @Override
        public void free() {
            sums.free();
            counts.free();
        }
    }
}
