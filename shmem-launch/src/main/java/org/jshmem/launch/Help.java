// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jshmem.launch.HelpText.Item;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.spi.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.OptionSpec;

/// The help text of the command line, of a command or of a built-in program.
final class Help {
    private Help() {}

    /// The options of each group, by its heading.
    static Map<String, List<OptionSpec>> groups(CommandLine line) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        line.getCommandSpec().mixins().forEach((heading, group) -> groups.put(heading, group.options()));
        return groups;
    }

    static String text() {
        CommandLine line = PicocliParser.commandLine().setSeparator(" ").setUsageHelpAutoWidth(true);
        CommandLine.Help help = line.getHelp();
        var text = new StringBuilder("Usage: ").append(help.customSynopsis()).append(help.description());
        items(text, HelpText.EXAMPLES, "  %s%n      %s%n", HelpText.items(HelpText.EXAMPLES));
        groups(line).forEach((heading, options) -> {
            Layout layout = help.createDefaultLayout();
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append("\n%s:\n%s".formatted(heading, layout));
        });
        List<Item> programs = new ArrayList<>();
        for (BuiltIn program : ModuleServices.programs().values())
            programs.add(new Item(program.name(), program.help()));
        items(text, "Built-in programs", "  %-12s %s%n", programs);
        for (String heading : List.of(HelpText.COMMANDS, HelpText.STATUSES)) {
            items(text, heading, "  %-12s %s%n", HelpText.items(heading));
        }
        List<String> machines = ModuleServices.machines();
        if (!machines.isEmpty()) text.append("\nMachines: %s\n".formatted(String.join(", ", machines)));
        return text.toString();
    }

    /// The text for a command, or for a built-in program that prints none of its own.
    static Optional<String> of(String name) {
        for (Item command : HelpText.items(HelpText.COMMANDS)) {
            if (command.term().equals(name))
                return Optional.of("Usage: oshrun %s%n%s%n".formatted(name, command.meaning()));
        }
        return ModuleServices.program(name)
                .filter(p -> p.usage() != null)
                .map(p -> "Usage: oshrun %s%s%n%s.%n"
                        .formatted(
                                p.alone() ? "" : "-np N ",
                                (name + " " + p.usage()).strip(),
                                p.help().substring(0, 1).toUpperCase(Locale.ROOT)
                                        + p.help().substring(1)));
    }

    private static void items(StringBuilder text, String heading, String format, List<Item> items) {
        text.append("\n%s:\n".formatted(heading));
        for (Item item : items) text.append(format.formatted(item.term(), item.meaning()));
    }
}
