// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// MG, the multigrid kernel of the NAS parallel benchmarks: PEs send planes of every size to their neighbours, from
/// half a megabyte down to a few numbers.
///
/// ```
/// bin/oshrun -np 4 mg --class A
/// ```
@Command(name = "mg", description = "NAS MG: multigrid V-cycles on a power of two of PEs")
public final class Mg extends KernelCommand {
    public static void main(String[] args) {
        Npb.main(args, Mg::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        MgClass problem = problem(MgClass.class);
        requireVectors();
        int npes = sh.nPes();
        checkPowerOfTwo(sh, problem, problem.edge() + " planes", problem.edge());
        checkMemory(sh, problem, Multigrid.heapBytes(problem), Multigrid.javaBytes(problem, npes), 0);
        MgClass small = npes <= MgClass.S.edge() ? MgClass.S : problem;
        return Npb.measure(sh, this, problem, small, "floating point", each -> new Multigrid(sh, each));
    }
}
