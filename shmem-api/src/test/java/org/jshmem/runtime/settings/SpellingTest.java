// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    @ParameterizedTest
    @CsvSource({
        "Hello, hello",
        "helo, hello",
        "helloo, hello",
        "pgsa, pgas",
        "DOCTOR, doctor",
        "dcotor, doctor",
        "cq, cg",
        "ok, ''",
        "x, ''",
        "'', ''",
        "Main, ''",
        "org.example.Hello, ''",
        "stencil, ''"
    })
    void aSlipFindsItsNameAndAnotherNameFindsNone(String name, String nearest) {
        List<String> known = List.of("cg", "doctor", "hello", "pgas", "stream");
        assertEquals(nearest, Spelling.nearest(name, known).orElse(""));
    }
}
