// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The manual and the shell's completion know every option; [ReferencePagesTest] does the same for the documents.
class ManualTest {
    private final CommandLine line = new CommandLine(new Options());

    @Test
    void theManualAndTheShellKnowEveryOption() {
        String page = Manual.page(line, "test");
        String completion = Manual.completion(line);
        for (var option : line.getCommandSpec().options()) {
            for (String name : option.names()) {
                assertTrue(page.contains(name.replace("-", "\\-")), name + " is not in the manual");
                assertTrue(completion.contains(name), name + " is not completed");
            }
        }
        assertTrue(page.contains(".B doctor\n"), page);
        assertTrue(page.lines().noneMatch(l -> l.startsWith("'")), page);
    }
}
