// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.contract.Pages;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;

/// docs/simulator/machine-model.md lists the ablations as they are, and own-machine.md the symbols that a file needs.
/// `-Ddocs.update` writes them there.
class MachineModelDocTest {
    private static final Path DOC = Path.of("../docs/simulator/machine-model.md");
    private static final Path OWN = Path.of("../docs/simulator/own-machine.md");

    @Test
    void theTablesAreThoseInTheCode() throws IOException {
        String doc = Files.readString(DOC);
        String updated = Pages.between(doc, "mechanisms", mechanisms("knc"));
        Pages.assertShows(DOC, Pages.between(updated, "scc mechanisms", mechanisms("scc")));
        Pages.assertShows(OWN, Pages.between(Files.readString(OWN), "needs", needs()));
    }

    private static String mechanisms(String machine) {
        StringBuilder table = new StringBuilder("| name | without it |\n|-|-|\n");
        for (Symbol m : MachineFiles.named(machine).architecture().mechanisms()) {
            table.append("| `%s` | %s |\n".formatted(m.name(), m.meaning()));
        }
        return table.toString();
    }

    /// The symbols that a file of each kind of machine has, except those of a machine that it is like.
    private static String needs() {
        StringBuilder rows = new StringBuilder("| part | needed | may be left out |\n|-|-|-|\n");
        Map<String, List<Symbol>> parts = Stream.of("cluster", "knc", "scc")
                .flatMap(name -> MachineFiles.named(name).architecture().symbols().stream())
                .distinct()
                .collect(Collectors.groupingBy(Symbol::part, LinkedHashMap::new, Collectors.toList()));
        parts.forEach((part, symbols) ->
                rows.append("| `%s` | %s | %s |\n".formatted(part, names(symbols, false), names(symbols, true))));
        return rows.toString();
    }

    private static String names(List<Symbol> symbols, boolean optional) {
        return symbols.stream()
                .filter(each -> each.isOptional() == optional)
                .map(each -> "`" + each.name() + "`")
                .collect(Collectors.joining(" "));
    }
}
