// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jshmem.launch.HelpText.Item;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.Spelling;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The help of the command line, of a command or of a built-in program, and the same as a manual page. All options are
/// those of picocli.
final class Help {
    private static final int WIDTH = 80;
    private static final int SHORT_TERM = 12;

    private Help() {}

    /// The options of each group, by its heading.
    static Map<String, List<OptionSpec>> groups(CommandLine line) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        line.getCommandSpec().mixins().forEach((heading, group) -> groups.put(heading, group.options()));
        return groups;
    }

    /// The names of an option, with commas, and the word for its value.
    static String named(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static Map<String, List<Item>> sections(CommandLine line) {
        Map<String, List<Item>> sections = new LinkedHashMap<>();
        sections.put(HelpText.EXAMPLES, HelpText.items(HelpText.EXAMPLES));
        groups(line)
                .forEach((heading, options) -> sections.put(
                        heading,
                        options.stream()
                                .map(option -> new Item(named(option), option.description()[0]))
                                .toList()));
        sections.put(
                "Built-in programs",
                ModuleServices.programs().values().stream()
                        .map(program -> new Item(program.name(), program.help()))
                        .toList());
        for (String heading : List.of(HelpText.COMMANDS, "Environment", "Files", HelpText.STATUSES)) {
            sections.put(heading, HelpText.items(heading));
        }
        return sections;
    }

    private static String description(CommandLine line) {
        return line.getCommandSpec().usageMessage().description()[0];
    }

    static String text() {
        CommandLine line = PicocliParser.commandLine();
        var text = new StringBuilder("Usage: oshrun -np N [options] PROGRAM [arguments]\n");
        text.append(wrapped("", description(line)));
        sections(line).forEach((heading, items) -> {
            text.append("\n%s:\n".formatted(heading));
            for (Item item : items) text.append(shown(item));
        });
        List<String> machines = ModuleServices.machines();
        if (!machines.isEmpty()) text.append("\nMachines: %s\n".formatted(String.join(", ", machines)));
        return text.toString();
    }

    /// A short term and its meaning share a line; a long one has its meaning below.
    private static String shown(Item item) {
        boolean sharesLine = item.term().length() <= SHORT_TERM;
        String indent = " ".repeat(sharesLine ? SHORT_TERM + 3 : 6);
        String meaning = wrapped(indent, item.meaning());
        return sharesLine
                ? "  %-12s %s".formatted(item.term(), meaning.substring(indent.length()))
                : "  %s%n%s".formatted(item.term(), meaning);
    }

    private static String wrapped(String indent, String text) {
        return text.replaceAll("(.{1,%d})(?: +|$)".formatted(WIDTH - indent.length()), indent + "$1\n");
    }

    /// The manual page for `oshrun man | man -l -`.
    static String manual(String version) {
        CommandLine line = PicocliParser.commandLine();
        var text = new StringBuilder(".TH OSHRUN 1 \"\" \"%s\" \"OpenSHMEM on the JVM\"%n".formatted(escaped(version)));
        text.append("""
                .SH NAME
                oshrun \\- run an OpenSHMEM program on several PEs
                .SH SYNOPSIS
                .B oshrun -np
                .I N
                [options]
                .I PROGRAM
                [arguments]
                .br
                .B oshrun
                doctor | classpath | completion | man | --ps | --inspect
                .I JOB
                .SH DESCRIPTION
                """);
        text.append(escaped(description(line))).append('\n');
        sections(line).forEach((heading, items) -> {
            text.append(".SH %s%n".formatted(heading.toUpperCase(Locale.ROOT)));
            for (Item item : items)
                text.append(".TP%n.B %s%n%s%n".formatted(escaped(item.term()), escaped(item.meaning())));
        });
        return text.toString();
    }

    /// Escapes a text so that the formatter of manual pages does not change it.
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^(?=[.'])", "\\\\&");
    }

    /// The completion for `source <(oshrun completion)` in bash and zsh.
    static String completion() {
        return AutoComplete.bash("oshrun", PicocliParser.commandLine());
    }

    /// The text for a command, or for a built-in program that prints none of its own.
    static Optional<String> of(String name) {
        Optional<String> command = HelpText.items(HelpText.COMMANDS).stream()
                .filter(item -> item.term().equals(name))
                .map(item -> usage(name, item.meaning()))
                .findFirst();
        return command.or(() -> ModuleServices.program(name)
                .filter(program -> program.usage() != null)
                .map(program ->
                        usage((program.alone() ? "" : "-np N ") + name + " " + program.usage(), program.help() + ".")));
    }

    private static String usage(String words, String meaning) {
        String first = meaning.substring(0, 1).toUpperCase(Locale.ROOT);
        return "Usage: oshrun %s%n%s%s%n".formatted(words.strip(), first, meaning.substring(1));
    }

    /// The question for the command or the option that `program`, given without a number of PEs, probably means;
    /// empty if no name is near.
    static String meant(String program) {
        if (program == null) return "";
        Stream<String> commands = HelpText.items(HelpText.COMMANDS).stream().map(Item::term);
        List<String> known =
                Stream.concat(commands, Stream.of("--help", "--version")).toList();
        return Spelling.nearest(program, known)
                .map("did you mean oshrun %s? "::formatted)
                .orElse("");
    }
}
