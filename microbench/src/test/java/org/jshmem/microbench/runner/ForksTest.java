// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
}
