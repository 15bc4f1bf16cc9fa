// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Options are known wherever they are told of.
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

    @Test
    void theReadmeListsEveryOption() throws Exception {
        String readme = Files.readString(Path.of("../README.md"));
        for (var option : line.getCommandSpec().options()) {
            boolean listed =
                    List.of(option.names()).stream().anyMatch(name -> readme.matches("(?s).*`" + name + "[ `].*"));
            boolean common = option.usageHelp() || option.versionHelp();
            assertTrue(listed || common, option.longestName() + " is not in README.md");
        }
    }
}
