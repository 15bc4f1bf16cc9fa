// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class InspectorTest {
    private static String words(String own) {
        return Inspector.words("java -cp a.jar org.jshmem.launch.Oshrun ".replace(' ', '\0') + own.replace(' ', '\0'));
    }

    @Test
    void theCommandOfAJobBeginsAfterTheLaunchersClass() {
        assertEquals("-np 2 hello", words("-np 2 hello ").replace('\0', ' ').strip());
    }

    /// The launcher of a host gets its part before the words of the user.
    @Test
    void thePartOfAHostIsNotShown() {
        assertEquals(
                "-np 2 hello",
                words("--placement=a,b/0,1 -np 2 hello ").replace('\0', ' ').strip());
    }
}
