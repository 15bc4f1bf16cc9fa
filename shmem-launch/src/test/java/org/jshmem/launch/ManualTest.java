// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The manual and the shell's completion know every option; [ReferencePagesTest] does the same for the documents.
class ManualTest {
    @Test
    void theManualAndTheShellKnowEveryOption() {
        String page = Manual.page("test");
        String completion = Manual.completion();
        for (String name : OptionTable.names()) {
            assertTrue(page.contains(name.replace("-", "\\-")), name + " is not in the manual");
            assertTrue(completion.contains(name), name + " is not completed");
        }
        assertTrue(page.contains(".B doctor\n"), page);
        assertTrue(page.lines().noneMatch(l -> l.startsWith("'")), page);
    }

    @Test
    void theHelpHasEachOptionInOneGroupAndBeginsItWithAVerb() {
        var grouped = new ArrayList<OptionTable.Option>();
        OptionTable.sections().values().forEach(grouped::addAll);
        int names = grouped.stream().mapToInt(option -> option.names().size()).sum();
        assertEquals(names, OptionTable.names().size(), "a name of two options");
        for (var option : grouped) {
            String text = option.meaning();
            assertTrue(text.matches("(With --\\w+: )?[A-Z]?[a-z]+ .*"), text);
            assertFalse(text.endsWith("."), text);
        }
        String help = Help.text();
        assertTrue(help.indexOf("Examples:") < help.indexOf("Job:"), help);
        help.lines().forEach(l -> assertFalse(l.endsWith(" "), l));
        for (String section : List.of("EXAMPLES", "ENVIRONMENT", "FILES", "EXIT STATUS")) {
            assertTrue(Manual.page("test").contains("\n.SH " + section + "\n"), section);
        }
    }
}
