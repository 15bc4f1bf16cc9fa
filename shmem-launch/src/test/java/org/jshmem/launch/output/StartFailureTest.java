// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// The remedy in the message about a JVM that could not start.
class StartFailureTest {
    private static String message(String why) {
        return StartFailure.unborn("PE 0/2 (pid 7)", why);
    }

    /// The options of a PE are as they should be, and the address space of the process is limited.
    @Test
    void aHeapForWhichTheAddressSpaceHasNoRoomNamesThatLimit() {
        String why = "Could not reserve enough space for 4194304 KB object heap";
        assertEquals(
                "oshrun: cannot start PE 0/2 (pid 7), " + why
                        + "; lower the Java heap (-J -Xmx512m), or raise the limit on address space (ulimit -v)",
                message(why));
    }

    @Test
    void anOptionThatTheJvmRefusesIsToBeCorrected() {
        String why = "Unrecognized VM option 'Nonsense'";
        assertEquals("oshrun: cannot start PE 0/2 (pid 7), " + why + "; correct -J or JAVA_TOOL_OPTIONS", message(why));
    }
}
