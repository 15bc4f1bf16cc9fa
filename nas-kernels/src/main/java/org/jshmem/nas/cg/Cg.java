// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// CG, the conjugate gradient kernel of the NAS parallel benchmarks: irregular reads of memory, sums of one double,
/// and exchanges of vectors among the PEs of rows and columns.
///
/// ```
/// bin/oshrun -np 4 cg --class A
/// ```
@Command(name = "cg", description = "NAS CG: conjugate gradients on any number of PEs")
public final class Cg extends KernelCommand {
    public static void main(String[] args) {
        Npb.main(args, Cg::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        CgClass problem = problem(CgClass.class);
        Access access = access(sh);
        MatrixBlocks blocks = MatrixBlocks.of(problem.order, sh.nPes(), 0);
        long symmetric = ConjugateGradient.heapBytes(problem, blocks);
        checkMemory(sh, problem, symmetric, SparseBlock.javaBytes(problem, sh.nPes()), 0);
        return Npb.measure(
                sh, this, problem, CgClass.S, "floating point", each -> new ConjugateGradient(sh, each, access));
    }
}
