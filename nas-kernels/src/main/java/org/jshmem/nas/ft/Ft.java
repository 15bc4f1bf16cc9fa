// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelOptions;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// FT, the Fourier transform kernel of the NAS parallel benchmarks: each PE exchanges long blocks with every other
/// PE.
///
/// ```
/// bin/oshrun -np 4 --heap 128m ft --class A
/// ```
public final class Ft {
    @Command(name = "ft", description = "NAS FT: a three-dimensional Fourier transform on a power of two of PEs")
    static final class FtOptions extends KernelOptions {}

    private Ft() {}

    /// Runs FT as one PE.
    public static void main(String[] args) {
        Npb.main(args, FtOptions::new, Ft::run);
    }

    /// Runs FT as one PE of a running job.
    static KernelReport report(Shmem sh, String... args) {
        return Npb.report(sh, new FtOptions(), Ft::run, args);
    }

    private static KernelReport run(Shmem sh, FtOptions options) {
        FtClass problem = options.problem(FtClass.class);
        Access access = options.access(sh);
        int npes = sh.nPes();
        String divided = "%d planes and %d rows".formatted(problem.nz, problem.ny);
        options.checkPowerOfTwo(sh, problem, divided, Math.min(problem.ny, problem.nz));
        options.checkHeap(sh, problem.name(), 2 * Double.BYTES * Spectrum.elements(problem, npes) + (1L << 20));
        options.checkJavaHeap(sh, problem.name(), Spectrum.javaBytes(problem, npes));
        FtClass small = npes <= FtClass.S.nz ? FtClass.S : problem;
        return Npb.measure(
                sh, options, problem, small, "floating point", (each, watch) -> new Spectrum(sh, each, access, watch));
    }
}
