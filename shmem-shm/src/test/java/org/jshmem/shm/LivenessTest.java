// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.Ended;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Liveness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LivenessTest {
    /// A process that looks at itself and at one that has ended, before and after it has opened all files that it may.
    public static final class Looks {
        private Looks() {}

        public static void main(String[] args) throws Exception {
            long own = KernelFile.pid();
            long born = Liveness.own();
            Process ended = new ProcessBuilder("true").start();
            ended.waitFor();
            for (boolean full : new boolean[] {false, true}) {
                List<FileInputStream> open = new ArrayList<>();
                try {
                    while (full) open.add(new FileInputStream("/dev/null"));
                } catch (IOException e) {
                    // too many open files
                }
                boolean ownIsGone = Liveness.isGone(own, born);
                boolean endedIsGone = Liveness.isGone(ended.pid(), born);
                for (FileInputStream each : open) each.close();
                System.out.println(ownIsGone + " " + endedIsGone);
            }
        }
    }

    /// A PE without a descriptor for the record of another PE accused that one of its death.
    @Test
    void aProcessThatCanOpenNoFileTakesNoOtherForDead() throws Exception {
        String limit = "ulimit -n 120; exec \"$0\" \"$@\"";
        Ended end = ChildJvm.run(List.of("sh", "-c", limit), Looks.class).with(0);
        assertEquals("false true\nfalse true\n", end.text());
    }
}
