// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void aSlipFindsItsNameAndAnotherNameFindsNone() {
        List<String> known = List.of("cg", "doctor", "hello", "pgas", "stream");
        String slips = "Hello=hello helo=hello helloo=hello pgsa=pgas DOCTOR=doctor dcotor=doctor cq=cg"
                + " ok= x= = Main= org.example.Hello= stencil=";
        for (String each : slips.split(" ")) {
            String[] pair = each.split("=", 2);
            assertEquals(pair[1], Spelling.nearest(pair[0], known).orElse(""), each);
        }
    }
}
