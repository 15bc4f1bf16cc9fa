// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

import org.jshmem.Access;
import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;

class FtTest extends KernelContract {
    FtTest() {
        super(Ft::new, 1, 2, 4, 16);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes,
                FtClass.S.iterations(),
                sh -> new FourierSolver(sh, FtClass.S, Access.PUTGET),
                ft -> ft.uRe[0] += 1);
    }

    @Override
    protected String refusals() {
        return """
                1 | --class D | ft: --class 'D' is unknown; use one of S, W, A, B, C; 'oshrun ft --help' lists all options
                3 | --class S | ft: npes=3 does not divide the 64 planes and 64 rows of class S; use 2 PEs, or another power of two up to 64
                1 | --class B | ft: class B on npes=1 needs a symmetric heap of 1026 MiB, largest free block=
                1 | --class C | ft: class C on npes=1 needs 6161 MiB of memory for each of the 1 PEs of a host, 6161 MiB in all, and 4096 MiB are free; use a smaller --class, or more hosts; 'oshrun ft --help' lists all options""";
    }
}
