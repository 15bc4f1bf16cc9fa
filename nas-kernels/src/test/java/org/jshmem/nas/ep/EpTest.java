// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ep;

import org.jshmem.nas.npb.KernelContract;
import org.jshmem.nas.npb.KernelRuns;
import org.jshmem.nas.npb.Verification;

class EpTest extends KernelContract {
    EpTest() {
        super(Ep::new, 1, 2, 3, 7);
    }

    @Override
    protected Verification harmed(int npes) {
        return KernelRuns.verified(
                npes, EpClass.S.iterations(), sh -> new Ep.Share(sh, EpClass.S, EpClass.S.batches() - 1), share -> {});
    }

    @Override
    protected String refusals() {
        return """
                1 | --class Q | ep: --class 'Q' is unknown; use one of S, W, A, B, C, D; 'oshrun ep --help' lists all options""";
    }
}
