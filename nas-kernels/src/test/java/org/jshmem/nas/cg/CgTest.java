// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import org.jshmem.Access;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;

class CgTest extends KernelContract {
    CgTest() {
        super(Cg::new, 1, 2, 3, 4, 6, 8);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes,
                CgClass.S.iterations(),
                sh -> new ConjugateGradient(sh, CgClass.S, Access.PTR),
                cg -> cg.matrix.value[7] *= 1.5);
    }

    @Override
    protected String refusals() {
        return """
                1 | --class D | cg: class D on npes=1 needs 9099 MiB of memory for each of the 1 PEs of a host, 9099 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun cg --help' lists all options""";
    }
}
