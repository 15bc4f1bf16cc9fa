// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.contract.Pages;
import org.jshmem.runtime.settings.Environment;
import org.junit.jupiter.api.Test;

/// docs/reference/cli.md shows what the code knows: options, commands, exit statuses, variables.
/// `-Ddocs.update` writes it.
class ReferencePagesTest {
    @Test
    void thePageIsWhatTheOptionsAndVariablesSay() throws IOException {
        Map<String, String> sections = Map.of(
                "options", options(), "commands", commands(), "exit status", statuses(), "variables", variables());
        Pages.assertSections(Path.of("../docs/reference/cli.md"), sections);
    }

    private String options() {
        var table = new StringBuilder("| option | meaning |\n|-|-|\n");
        Matcher option = Pattern.compile("(?m)^  (-.*)\n((?: {6}.*\n)+)").matcher(Help.text());
        while (option.find()) {
            String names = option.group(1).replace(", -", "`, `-");
            row(table, "`" + names + "`", option.group(2).strip().replaceAll("\\s+", " "));
        }
        return table.toString();
    }

    /// The terms of a section of the help, with their meanings.
    private static Map<String, String> meanings(String heading) {
        String section = Help.text().split("\n" + heading + ":\n")[1].split("\n\n")[0];
        Map<String, String> meanings = new LinkedHashMap<>();
        for (String item : section.split("\n  (?! )|^  ")) {
            if (!item.isEmpty())
                meanings.put(
                        item.split("\n")[0],
                        item.replaceFirst(".*\n", "").strip().replaceAll("\\s+", " "));
        }
        return meanings;
    }

    private String commands() {
        var table = new StringBuilder("| command | meaning |\n|-|-|\n");
        meanings("Other commands").forEach((command, meaning) -> row(table, "`" + command + "`", meaning));
        return table.toString();
    }

    private String statuses() {
        var table = new StringBuilder("| status | meaning |\n|-|-|\n");
        meanings("Exit status").forEach((status, meaning) -> row(table, status, meaning));
        for (String code : new String[] {"0", "2", "3", "124"}) assertTrue(table.indexOf("| " + code + " |") > 0, code);
        return table.toString();
    }

    private String variables() {
        var table = new StringBuilder("| variable | value | default | meaning |\n|-|-|-|-|\n");
        List<String> ofCollectives = new ArrayList<>();
        for (Environment.Variable v : Environment.variables()) {
            if (v.name().matches("SHMEM_.*_(ALGORITHM|ACCESS)")) ofCollectives.add("`" + v.name() + "`");
            else row(table, "`" + v.name() + "`", v.kind(), v.preset(), v.sentence());
        }
        table.append("\nOf collectives: ")
                .append(String.join(" ", ofCollectives))
                .append("\n");
        return table.toString();
    }

    private static void row(StringBuilder table, String... cells) {
        table.append('|');
        for (String cell : cells)
            table.append(' ').append(cell.replace("|", "\\|")).append(" |");
        table.append('\n');
    }
}
