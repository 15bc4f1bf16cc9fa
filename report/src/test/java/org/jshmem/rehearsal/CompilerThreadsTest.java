// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CompilerThreadsTest {
    @Test
    void timeOfThisJvmsCompilerIsSeen() {
        assertTrue(new CompilerThreads().nanos() > 0, "what it has compiled since its start");
    }
}
