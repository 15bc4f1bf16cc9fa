// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.OptionSpec;

/// The manual and the shell's completion know every option; [ReferencePagesTest] does the same for the documents.
class ManualTest {
    @Test
    void theManualAndTheShellKnowEveryOption() {
        String page = Help.manual("test");
        String completion = Help.completion();
        for (String name :
                PicocliParser.commandLine().getCommandSpec().optionsMap().keySet()) {
            assertTrue(page.contains(name.replace("-", "\\-")), name + " is not in the manual");
            assertTrue(completion.contains(name), name + " is not completed");
        }
        assertTrue(page.contains(".B doctor\n"), page);
        assertTrue(page.lines().noneMatch(l -> l.startsWith("'")), page);
    }

    @Test
    void theHelpHasEachOptionInOneGroupAndBeginsItWithAVerb() {
        var line = PicocliParser.commandLine();
        var grouped = new ArrayList<OptionSpec>();
        Help.groups(line).values().forEach(grouped::addAll);
        assertEquals(line.getCommandSpec().options().size(), grouped.size());
        for (var option : grouped) {
            String text = option.description()[0];
            assertTrue(text.matches("(With --\\w+: )?[A-Z]?[a-z]+ .*"), text);
            assertFalse(text.endsWith("."), text);
        }
        String help = Help.text();
        assertTrue(help.indexOf("Examples:") < help.indexOf("Job:"), help);
        help.lines().forEach(l -> assertFalse(l.endsWith(" "), l));
        for (String section : List.of("EXAMPLES", "ENVIRONMENT", "FILES", "EXIT STATUS")) {
            assertTrue(Help.manual("test").contains("\n.SH " + section + "\n"), section);
        }
    }
}
