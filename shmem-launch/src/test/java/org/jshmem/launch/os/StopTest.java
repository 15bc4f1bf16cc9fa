// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What ends a launcher.
@Isolated("reads the standard error of this JVM")
class StopTest {
    /// The time limit has words for the user also before there is a job.
    @Test
    void theTimeOfAJobBeginsBeforeIt() throws Exception {
        var halted = new LinkedBlockingQueue<Integer>();
        Ended ended = Ended.here(() -> {
                    new Stop(halted::add).after(1);
                    return halted.take();
                })
                .with(124);
        assertEquals(Stop.TIME_OVER_TEXT + System.lineSeparator(), ended.err());
    }

    @Test
    void aSignalEndsALauncherBeforeItsJob() {
        List<Integer> halted = new ArrayList<>();
        new Stop(halted::add).signalled(Signals.TERM);
        assertEquals(List.of(143), halted);
    }
}
