// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.runtime.settings.Environment;
import org.junit.jupiter.api.Test;

/// The reference pages show what the code knows: options, commands, exit statuses, variables.
/// `-Ddocs.update` writes them.
class ReferencePagesTest {
    private static final Path FOLDER = Path.of("../docs/reference");
    private static final Pattern SECTION = Pattern.compile("(?ms)^<!-- generated: ([a-z ]+) -->\n(.*?)^<!-- end -->$");
    private final Map<String, Supplier<String>> sections = Map.of(
            "options", this::options,
            "commands", this::commands,
            "exit status", this::statuses,
            "variables", this::variables);

    @Test
    void thePageOfTheCommandLineIsWhatTheOptionsSay() throws IOException {
        check("cli.md", 3);
    }

    @Test
    void thePageOfTheEnvironmentIsWhatTheVariablesSay() throws IOException {
        check("environment.md", 1);
    }

    private void check(String name, int expected) throws IOException {
        Path file = FOLDER.resolve(name);
        String page = Files.readString(file);
        Matcher found = SECTION.matcher(page);
        assertEquals(expected, found.results().count(), "generated sections of " + file);
        String now = SECTION.matcher(page)
                .replaceAll(section -> Matcher.quoteReplacement("<!-- generated: %s -->\n%s<!-- end -->"
                        .formatted(
                                section.group(1), sections.get(section.group(1)).get())));
        if (System.getProperty("docs.update") != null) Files.writeString(file, now);
        else assertEquals(now, page, file + " has drifted; run mvn verify -Ddocs.update");
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
        for (Environment.Variable v : Environment.variables()) {
            row(table, "`" + v.name() + "`", v.kind(), v.preset(), v.sentence());
        }
        return table.toString();
    }

    private static void row(StringBuilder table, String... cells) {
        table.append('|');
        for (String cell : cells)
            table.append(' ').append(cell.replace("|", "\\|")).append(" |");
        table.append('\n');
    }
}
