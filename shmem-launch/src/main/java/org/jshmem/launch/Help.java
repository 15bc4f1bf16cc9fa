// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jshmem.launch.HelpText.Item;
import org.jshmem.launch.OptionTable.Option;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The help text of the command line, of a command or of a built-in program.
final class Help {
    static final String DESCRIPTION = "Runs an OpenSHMEM program on N PEs (processing elements). PROGRAM is a built-in"
            + " program, a main class (with -cp), a .jar, or a single .java source file.";

    private static final String SYNOPSIS = "oshrun -np N [options] PROGRAM [arguments]";

    private Help() {}

    /// The options as picocli prints and completes them, with a program that has any arguments.
    static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("oshrun");
        spec.usageMessage().customSynopsis(SYNOPSIS).description(DESCRIPTION).autoWidth(true);
        OptionTable.sections().values().forEach(options -> options.forEach(option -> spec.addOption(spec(option))));
        return spec.addPositional(PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .hidden(true)
                .build());
    }

    private static OptionSpec spec(Option option) {
        OptionSpec.Builder spec =
                OptionSpec.builder(option.names().toArray(String[]::new)).description(option.meaning());
        if (option.takesValue()) spec.type(String.class).paramLabel(option.value());
        return spec.build();
    }

    static String text() {
        CommandLine line = new CommandLine(spec());
        line.setSeparator(" "); // as a user types them
        CommandLine.Help help = line.getHelp();
        var text = new StringBuilder("Usage: ").append(help.customSynopsis()).append(help.description());
        items(text, HelpText.EXAMPLES, "  %s%n      %s%n", HelpText.items(HelpText.EXAMPLES));
        OptionTable.sections().forEach((heading, options) -> {
            Layout layout = help.createDefaultLayout();
            for (Option option : options) {
                layout.addOption(line.getCommandSpec().findOption(option.longestName()), help.parameterLabelRenderer());
            }
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
