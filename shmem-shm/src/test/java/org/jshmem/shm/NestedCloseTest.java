// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.CollectiveMismatchException;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;

/// The close of a handle that is not the last one of its session.
class NestedCloseTest {
    @Test
    void aCloseThatNotAllPesMakeIsNamed() {
        var e = assertThrows(
                CollectiveMismatchException.class,
                () -> Shmem.runInProcess(2, (sh, a) -> {
                    Shmem inner = Shmem.init();
                    if (sh.myPe() == 0) inner.close();
                    else sh.barrierAll();
                }));
        for (String fact : new String[] {"close() on PE 0", "barrier() on PE 1"}) {
            assertTrue(e.getMessage().contains(fact), e.getMessage());
        }
    }
}
