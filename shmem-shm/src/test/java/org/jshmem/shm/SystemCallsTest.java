// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemCallsTest {
    @ParameterizedTest
    @CsvSource({
        "5.15.0-91-generic, false",
        "5.16.0, true",
        "5.16-rc1, true",
        "6.1.0-13-amd64, true",
        "4.20.17, false",
        "10, true",
        "5, false",
        "another system, false",
        "'', false",
    })
    void aKernelFrom516OnAwaitsMany(String kernel, boolean awaits) {
        assertEquals(awaits, SystemCalls.awaitsMany(kernel));
    }
}
