// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;

class MgTest extends KernelContract {
    MgTest() {
        super(Mg::new, 1, 2, 4, 8, 32);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes,
                MgClass.S.iterations(),
                sh -> new Multigrid(sh, MgClass.S),
                mg -> mg.finest.v.a()[mg.finest.v.at() + 1234] += 1e-3);
    }

    @Override
    protected String refusals() {
        return """
                3 | --class S | mg: npes=3 does not divide the 32 planes of class S; use 2 PEs, or another power of two up to 32
                2 | --class D | mg: class D on npes=2 needs 14536 MiB of memory for each of the 2 PEs of a host, 29072 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun mg --help' lists all options""";
    }
}
