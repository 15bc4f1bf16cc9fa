// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.Shmem;
import org.jshmem.nas.npb.KernelOptions;
import org.jshmem.nas.npb.KernelReport;
import org.jshmem.nas.npb.Npb;
import picocli.CommandLine.Command;

/// MG, the multigrid kernel of the NAS parallel benchmarks: PEs send planes of every size to their neighbours, from
/// half a megabyte down to a few numbers.
///
/// ```
/// bin/oshrun -np 4 mg --class A
/// ```
public final class Mg {
    @Command(name = "mg", description = "NAS MG: multigrid V-cycles on a power of two of PEs")
    static final class MgOptions extends KernelOptions {}

    private Mg() {}

    /// Runs MG as one PE.
    public static void main(String[] args) {
        Npb.main(args, MgOptions::new, Mg::run);
    }

    /// Runs MG as one PE of a running job.
    static KernelReport report(Shmem sh, String... args) {
        return Npb.report(sh, new MgOptions(), Mg::run, args);
    }

    private static KernelReport run(Shmem sh, MgOptions options) {
        MgClass problem = options.problem(MgClass.class);
        options.requireVectors();
        int npes = sh.nPes();
        options.checkPowerOfTwo(sh, problem, problem.edge() + " planes", problem.edge());
        options.checkHeap(sh, problem.name(), Multigrid.heapBytes(problem));
        options.checkJavaHeap(sh, problem.name(), Multigrid.javaBytes(problem, npes));
        MgClass small = npes <= MgClass.S.edge() ? MgClass.S : problem;
        return Npb.measure(
                sh, options, problem, small, "floating point", (each, watch) -> new Multigrid(sh, each, watch));
    }
}
