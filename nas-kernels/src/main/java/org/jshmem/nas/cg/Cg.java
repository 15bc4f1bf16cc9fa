// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelOptions;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// CG, the conjugate gradient kernel of the NAS parallel benchmarks: irregular reads of memory, sums of one double,
/// and exchanges of vectors among the PEs of rows and columns.
///
/// ```
/// bin/oshrun -np 4 cg --class A
/// ```
public final class Cg {
    @Command(name = "cg", description = "NAS CG: conjugate gradients on any number of PEs")
    static final class CgOptions extends KernelOptions {}

    private Cg() {}

    /// Runs CG as one PE.
    public static void main(String[] args) {
        Npb.main(args, CgOptions::new, Cg::run);
    }

    /// Runs CG as one PE of a running job.
    static KernelReport report(Shmem sh, String... args) {
        return Npb.report(sh, new CgOptions(), Cg::run, args);
    }

    private static KernelReport run(Shmem sh, CgOptions options) {
        CgClass problem = options.problem(CgClass.class);
        Access access = options.access(sh);
        options.checkHeap(
                sh, problem.name(), ConjugateGradient.heapBytes(problem, MatrixBlocks.of(problem.order, sh.nPes(), 0)));
        options.checkJavaHeap(sh, problem.name(), SparseBlock.javaBytes(problem, sh.nPes()));
        return Npb.measure(
                sh,
                options,
                problem,
                CgClass.S,
                "floating point",
                (each, watch) -> new ConjugateGradient(sh, each, access, watch));
    }
}
