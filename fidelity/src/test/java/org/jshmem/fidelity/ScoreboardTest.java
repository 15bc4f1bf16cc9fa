// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
    @Test
    void whatSelectsNothingIsRefusedInOneLine() {
        assertRefused("scoreboard: --paper 'Z' is unknown; use one of K, N, N-classes, P, R, U\n", "--paper", "Z");
        assertRefused("scoreboard: --seeds 0 simulates nothing; give 1 or more\n", "--seeds", "0");
        assertRefused("scoreboard: no target's id begins with 'nix'; see --only\n", "--only", "nix");
        assertRefused("scoreboard: unknown option --bogus; 'oshrun scoreboard --help' lists all options\n", "--bogus");
    }

    private static void assertRefused(String expected, String... arguments) {
        PrintStream before = System.err;
        var said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            assertEquals(2, Scoreboard.run(arguments));
        } finally {
            System.setErr(before);
        }
        assertEquals(expected, said.toString(StandardCharsets.UTF_8));
    }
}
