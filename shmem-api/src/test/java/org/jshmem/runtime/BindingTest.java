// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import org.jshmem.Shmem;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.junit.jupiter.api.Test;

class BindingTest {
    /// The rule of the launcher for processes, where PEs are threads or simulated.
    @Test
    void aPeThatReturnsWithoutFinalizeHasFailed() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(1, SystemLayout.bytes(1) + (1 << 20), false, arena);
            var transport = new ThreadTransport(job, 0);
            String text = assertThrows(
                            IllegalStateException.class,
                            () -> Binding.call(transport, () -> Shmem.init().nPes()))
                    .getMessage();
            assertEquals("PE 0/1: main returned without finalize; end every PE through Shmem.run or close()", text);
            int npes = Binding.call(transport, () -> {
                try (Shmem sh = Shmem.init()) {
                    return sh.nPes();
                }
            });
            assertEquals(1, npes);
        }
    }
}
