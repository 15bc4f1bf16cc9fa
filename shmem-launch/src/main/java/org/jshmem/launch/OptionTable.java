// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The options of `oshrun`, made of the sections of [HelpText].
final class OptionTable {
    /// An option with all of its names, and the word for its value.
    ///
    /// @param value empty for an option without a value
    /// @param commas whether commas separate several values
    record Option(List<String> names, String value, boolean commas, String meaning) {
        boolean takesValue() {
            return !value.isEmpty();
        }

        /// The first of the longest names.
        String longestName() {
            String longest = "";
            for (String name : names) if (name.length() > longest.length()) longest = name;
            return longest;
        }
    }

    private static final Map<String, List<Option>> SECTIONS = new LinkedHashMap<>();
    private static final Map<String, Option> BY_NAME = new LinkedHashMap<>();

    static {
        for (var items : HelpText.options().entrySet()) {
            List<Option> section = new ArrayList<>();
            for (HelpText.Item item : items.getValue()) {
                Option option = option(item);
                section.add(option);
                for (String name : option.names) BY_NAME.put(name, option);
            }
            SECTIONS.put(items.getKey(), section);
        }
    }

    private OptionTable() {}

    private static Option option(HelpText.Item item) {
        List<String> names = new ArrayList<>(List.of(item.term().split(" ")));
        String value = names.getLast().startsWith("-") ? "" : names.removeLast();
        boolean commas = value.endsWith(",...");
        if (value.endsWith("...")) value = value.substring(0, value.length() - (commas ? 4 : 3));
        return new Option(names, value, commas, item.meaning());
    }

    /// The option with this name; null without one.
    static Option find(String name) {
        return BY_NAME.get(name);
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /// The options of each section, by its heading.
    static Map<String, List<Option>> sections() {
        return SECTIONS;
    }
}
