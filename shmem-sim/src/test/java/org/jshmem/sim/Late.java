// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

/// PEs whose puts arrive as late as they may.
interface Late extends Simulated {
    @Override
    default JobSpec job(JobSpec plain) {
        return Specs.late(plain);
    }

    @Override
    default void check(Simulation ended) {
        assertEquals(List.of(), ended.races());
    }
}
