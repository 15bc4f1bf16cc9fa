// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// SP, the scalar pentadiagonal solver of the NAS parallel benchmarks: three-dimensional Navier-Stokes equations by
/// implicit time steps, with line solves in all three directions.
///
/// ```
/// bin/oshrun -np 4 sp --class A --access ptr
/// ```
@Command(name = "sp", description = "NAS SP: a scalar pentadiagonal solver on any number of PEs")
public final class Sp extends KernelCommand {
    public static void main(String[] args) {
        Npb.main(args, Sp::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        requireVectors();
        SpClass problem = problem(SpClass.class);
        Access access = access(sh);
        Slabs slabs = new Slabs(problem.nodes, sh.nPes());
        long symmetric = Planes.needed(slabs, access) + (1 << 20);
        checkMemory(sh, problem, symmetric, 0, Solver.scratchBytes(slabs, access));
        return Npb.measure(sh, this, problem, problem, "floating point", each -> new Solver(sh, each, access));
    }
}
