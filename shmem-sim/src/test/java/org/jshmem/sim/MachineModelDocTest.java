// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.sim.machine.Ablation;
import org.jshmem.sim.machine.Machine;
import org.jshmem.sim.machine.Parameter;
import org.junit.jupiter.api.Test;

/// docs/machine-model.md lists the parameters and ablations as they are. `-Ddocs.update` writes them there.
class MachineModelDocTest {
    private static final Path DOC = Path.of("../docs/machine-model.md");

    @Test
    void theTablesAreThoseInTheCode() throws IOException {
        String doc = Files.readString(DOC);
        String updated = between(between(doc, "parameters", table()), "ablations", ablations());
        if (System.getProperty("docs.update") != null) Files.writeString(DOC, updated);
        else assertEquals(updated, doc, "run the test with -Ddocs.update and look at the difference");
    }

    /// The document with what stands between two markers replaced.
    static String between(String doc, String marker, String text) {
        String begin = "<!-- " + marker + " -->\n";
        String end = "<!-- end of " + marker + " -->";
        int from = doc.indexOf(begin) + begin.length();
        return doc.substring(0, from) + text + doc.substring(doc.indexOf(end, from));
    }

    private static String ablations() {
        StringBuilder table = new StringBuilder("| name | effect |\n|-|-|\n");
        for (Ablation a : Ablation.values()) table.append("| `%s` | %s |\n".formatted(a, a.effect()));
        return table.toString();
    }

    private static String table() {
        Machine small = Machine.named("knc");
        Machine large = Machine.named("knc-se10p");
        StringBuilder table = new StringBuilder("| symbol | knc | knc-se10p | unit | role | source | meaning |\n");
        table.append("|-|-|-|-|-|-|-|\n");
        for (Parameter p : small.parameters()) {
            table.append("| ")
                    .append(p.symbol())
                    .append(" | ")
                    .append(Row.show(p.value()))
                    .append(" | ");
            table.append(Row.show(large.value(p.symbol())))
                    .append(" | ")
                    .append(p.unit())
                    .append(" | ");
            table.append(p.role())
                    .append(" | ")
                    .append(p.source())
                    .append(" | ")
                    .append(p.meaning())
                    .append(" |\n");
        }
        return table.toString();
    }
}
