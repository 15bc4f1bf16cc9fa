// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The options of `oshrun` as picocli parses them, made of the sections of [HelpText].
final class OptionTable {
    private OptionTable() {}

    /// The command with its options, and with the program and its arguments as the only positional parameters.
    static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("oshrun");
        spec.usageMessage()
                .customSynopsis("oshrun -np N [options] PROGRAM [arguments] [: -np N PROGRAM [arguments]]...")
                .description("Runs an OpenSHMEM program on N PEs (processing elements). PROGRAM is a built-in program,"
                        + " a main class (with -cp), a .jar, or a single .java source file. After a colon other PEs of"
                        + " the job run another program.")
                .sortOptions(false)
                .autoWidth(true);
        HelpText.options().values().forEach(items -> items.forEach(item -> spec.addOption(option(item))));
        spec.addPositional(positional("0").type(String.class).arity("0..1").build());
        return spec.addPositional(positional("1..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .build());
    }

    private static PositionalParamSpec.Builder positional(String index) {
        return PositionalParamSpec.builder().index(index).hidden(true);
    }

    private static OptionSpec option(HelpText.Item item) {
        List<String> names = new ArrayList<>(List.of(item.term().split(" ")));
        String value = names.getLast().startsWith("-") ? "" : names.removeLast();
        OptionSpec.Builder option = OptionSpec.builder(names.toArray(String[]::new))
                .description(item.meaning())
                .usageHelp(names.contains("--help"))
                .versionHelp(names.contains("--version"));
        if (value.isEmpty()) return option.type(boolean.class).build();
        option.paramLabel(value.replaceFirst(",?\\.\\.\\.$", ""));
        if (value.endsWith(",...")) option.splitRegex(",");
        if (!value.endsWith("...")) return option.type(String.class).build();
        return option.type(List.class).auxiliaryTypes(String.class).arity("1").build();
    }

    /// The options of each section, by its heading.
    static Map<String, List<OptionSpec>> sections(CommandSpec spec) {
        Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
        HelpText.options().forEach((heading, items) -> {
            sections.put(
                    heading,
                    items.stream()
                            .map(item -> spec.findOption(item.term().split(" ", 2)[0]))
                            .toList());
        });
        return sections;
    }

    /// The options of a section that a command line has, with their values.
    static List<String> given(OptionValues given, String heading) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : sections(given.spec()).get(heading)) {
            for (String value : given.all(option.longestName())) {
                words.add(option.longestName());
                if (option.arity().max() > 0) words.add(value);
            }
        }
        return words;
    }
}
