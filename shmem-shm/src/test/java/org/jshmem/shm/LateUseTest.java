// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// Memory that is asked for after the job has ended. [FaultFuzzIT] uses late what a program keeps.
class LateUseTest {
    @Test
    void aThreadThatAllocatesAfterTheEndOfItsJobIsTold() {
        LocalJob job = LocalJob.create(Path.of("/dev/shm"), Settings.shape(1, 1 << 20, 0));
        Transport transport = job.attach(0);
        job.close();
        long page = transport.regionBytes() - Shape.PAGE;
        var e = assertThrows(IllegalStateException.class, () -> transport.back(page, Shape.PAGE, Shape.PAGE));
        assertEquals("PE 0/1: the job of this PE has ended; end its threads before main returns", e.getMessage());
    }
}
