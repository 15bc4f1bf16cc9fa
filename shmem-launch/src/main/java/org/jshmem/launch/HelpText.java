// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The text `help.txt`: sections, with terms and their meanings. `--help`, `man`, the reference page and the parser of
/// the command line use it.
final class HelpText {
    static final String EXAMPLES = "Examples";
    static final String COMMANDS = "Other commands";
    static final String STATUSES = "Exit status";

    /// The section of the options that need `--machine`, and of that one.
    static final String SIMULATOR = "Simulator";

    record Item(String term, String meaning) {}

    private static final Map<String, List<Item>> SECTIONS = read();

    private HelpText() {}

    static List<Item> items(String heading) {
        return SECTIONS.get(heading);
    }

    /// The sections whose terms are options.
    static Map<String, List<Item>> options() {
        Map<String, List<Item>> options = new LinkedHashMap<>(SECTIONS);
        options.values().removeIf(items -> !items.getFirst().term.startsWith("-"));
        return options;
    }

    private static Map<String, List<Item>> read() {
        Map<String, List<Item>> sections = new LinkedHashMap<>();
        List<Item> section = List.of();
        for (String line : text().split("\n")) {
            if (line.startsWith("#")) continue;
            if (line.startsWith("      ")) {
                Item item = section.removeLast();
                section.add(new Item(item.term, (item.meaning + " " + line.strip()).strip()));
            } else if (line.startsWith(" ")) {
                section.add(new Item(line.strip(), ""));
            } else {
                section = new ArrayList<>();
                sections.put(line, section);
            }
        }
        return sections;
    }

    private static String text() {
        try (InputStream in = HelpText.class.getResourceAsStream("help.txt")) {
            return new String(Objects.requireNonNull(in, "help.txt").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
