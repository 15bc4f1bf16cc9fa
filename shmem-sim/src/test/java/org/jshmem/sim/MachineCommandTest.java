// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // standard output is one for the whole JVM
class MachineCommandTest {
    private static Ended run(String... args) {
        return Ended.here(() -> MachineCommand.run(args, System.out, System.err));
    }

    /// The messages of `--machine` name it.
    @Test
    void theListHasThisHostAlsoBeforeItIsCalibrated() {
        String listed = run().with(0).out();
        assertTrue(listed.matches("(?s)(.*\n)?calibrated +\\S.*"), listed);
        assertTrue(listed.matches("(?s).*\nknc +Intel Xeon Phi 5110P.*"), listed);
    }

    @Test
    void whatItDoesNotUnderstandIsRefusedInOneLine() {
        Ended refused = run("--check").with(2);
        assertEquals("oshrun: machine: got --check; give a name, --check FILE, or nothing\n", refused.text());
    }
}
