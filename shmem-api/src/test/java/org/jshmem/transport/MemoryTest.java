// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MemoryTest {
    /// The JDK's own loop for short copies has been seen to lose data, see docs/internals/verification.md.
    @Test
    void everyCopyIsACallOfNativeCode() {
        Memory.everywhere();
        assertEquals("0", System.getProperty(Memory.NATIVE_COPIES));
    }
}
