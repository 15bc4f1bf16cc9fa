// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForksTest {
    @Test
    void aForkHasTheSameCommandWithoutOutputAndForks() {
        assertEquals(
                List.of("oshrun", "-np", "2", "pgas", "put", "--sizes", "8", "--forks", "1"),
                Forks.alone(List.of(
                        "oshrun",
                        "-np",
                        "2",
                        "pgas",
                        "put",
                        "--forks",
                        "3",
                        "--report=out",
                        "--sizes",
                        "8",
                        "--jsonl",
                        "x",
                        "--format",
                        "csv")));
    }

    @Test
    void aJobThatFailsIsNamedWithItsStatusAndUnstableRowsAreNoFailure() throws Exception {
        String message = assertThrows(
                        IllegalStateException.class, () -> Forks.job(List.of("/bin/sh", "-c", "exit 3"), Map.of()))
                .getMessage();
        assertTrue(message.startsWith("'/bin/sh -c exit 3 --jsonl "), message);
        assertTrue(message.endsWith(" ended with status 3; run it by hand to see why"), message);
        assertEquals(List.of(), Forks.job(List.of("/bin/sh", "-c", "exit 4"), Map.of()));
    }
}
