// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// FT, the Fourier transform kernel of the NAS parallel benchmarks: each PE exchanges long blocks with every other
/// PE.
///
/// ```
/// bin/oshrun -np 4 --heap 128m ft --class A
/// ```
@Command(name = "ft", description = "NAS FT: a three-dimensional Fourier transform on a power of two of PEs")
public final class Ft extends KernelCommand {
    public static void main(String[] args) {
        Npb.main(args, Ft::new);
    }

    @Override
    protected KernelReport run(Shmem sh) {
        FtClass problem = problem(FtClass.class);
        Access access = access(sh);
        int npes = sh.nPes();
        String divided = "%d planes and %d rows".formatted(problem.nz, problem.ny);
        checkPowerOfTwo(sh, problem, divided, Math.min(problem.ny, problem.nz));
        long symmetric = 2 * Double.BYTES * FourierSolver.elements(problem, npes) + (1L << 20);
        checkMemory(sh, problem, symmetric, FourierSolver.javaBytes(problem, npes), 0);
        FtClass small = npes <= FtClass.S.nz ? FtClass.S : problem;
        return Npb.measure(sh, this, problem, small, "floating point", each -> new FourierSolver(sh, each, access));
    }
}
