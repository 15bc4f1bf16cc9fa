// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The manual and the shell's completion know every option; [ReferencePagesTest] does the same for the documents.
class ManualTest {
    @Test
    void theManualAndTheShellKnowEveryOption() {
        String page = Help.manual("test");
        String completion = Completion.text();
        DeclaredOption.ALL.stream().flatMap(option -> option.names().stream()).forEach(name -> {
            assertTrue(page.contains(name.replace("-", "\\-")), name + " is not in the manual");
            assertTrue(completion.contains(name), name + " is not completed");
        });
        assertTrue(page.contains(".B doctor\n"), page);
        assertTrue(page.lines().noneMatch(l -> l.startsWith("'")), page);
    }

    @Test
    void theHelpHasEachOptionOnceAndBeginsItsMeaningWithAVerb() {
        var names = DeclaredOption.ALL.stream()
                .flatMap(option -> option.names().stream())
                .toList();
        assertEquals(Set.copyOf(names).size(), names.size());
        Matcher meanings = Pattern.compile("(?m)^  -.*\n((?: {6}.*\n)+)").matcher(Help.text());
        int found = 0;
        for (; meanings.find(); found++) {
            String text = meanings.group(1).strip();
            assertTrue(text.matches("(?s)(With --\\w+: )?[A-Z]?[a-z]+ .*"), text);
            assertFalse(text.endsWith("."), text);
        }
        assertEquals(DeclaredOption.ALL.size(), found);
        String help = Help.text();
        assertTrue(help.indexOf("Examples:") < help.indexOf("Job:"), help);
        help.lines().forEach(l -> assertFalse(l.endsWith(" ") || l.length() > 80, l));
        for (String section : List.of("EXAMPLES", "ENVIRONMENT", "FILES", "EXIT STATUS")) {
            assertTrue(Help.manual("test").contains("\n.SH " + section + "\n"), section);
        }
    }
}
