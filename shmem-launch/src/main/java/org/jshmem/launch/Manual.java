// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.Spelling;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page and the shell's completion, both made from the options themselves.
final class Manual {
    private Manual() {}

    /// The completion for `source <(oshrun completion)` in bash and zsh.
    static String completion() {
        return AutoComplete.bash("oshrun", PicocliParser.commandLine());
    }

    /// The manual page for `oshrun man | man -l -`.
    static String page(String version) {
        var text = new StringBuilder();
        text.append(".TH OSHRUN 1 \"\" \"%s\" \"OpenSHMEM on the JVM\"%n".formatted(escaped(version)));
        text.append(".SH NAME\noshrun \\- run an OpenSHMEM program on several PEs\n");
        text.append(".SH SYNOPSIS\n");
        text.append(".B oshrun -np\n.I N\n[options]\n.I PROGRAM\n[arguments]\n.br\n");
        text.append(".B oshrun\ndoctor | classpath | completion | man | --ps | --inspect\n.I JOB\n");
        text.append(".SH DESCRIPTION\n");
        CommandLine line = PicocliParser.commandLine();
        text.append(escaped(line.getCommandSpec().usageMessage().description()[0]))
                .append('\n');
        text.append(".SH OPTIONS\n");
        Help.groups(line).forEach((heading, options) -> {
            text.append(".SS ").append(escaped(heading)).append('\n');
            options.forEach(option -> item(text, named(option), option.description()[0]));
        });
        section(text, "EXAMPLES", HelpText.EXAMPLES);
        text.append(".SH BUILT-IN PROGRAMS\n");
        ModuleServices.programs().values().forEach(p -> item(text, p.name(), p.help()));
        section(text, "COMMANDS", HelpText.COMMANDS);
        section(text, "ENVIRONMENT", "Environment");
        section(text, "FILES", "Files");
        section(text, "EXIT STATUS", HelpText.STATUSES);
        return text.toString();
    }

    static boolean isCommand(String name) {
        for (HelpText.Item command : HelpText.items(HelpText.COMMANDS))
            if (command.term().equals(name)) return true;
        return false;
    }

    /// The question for the command or the option that `program`, given without a number of PEs, probably means;
    /// empty if no name is near.
    static String meant(String program) {
        if (program == null) return "";
        Stream<String> commands = HelpText.items(HelpText.COMMANDS).stream().map(HelpText.Item::term);
        return Spelling.nearest(
                        program,
                        Stream.concat(commands, Stream.of("--help", "--version"))
                                .toList())
                .map(name -> "did you mean oshrun %s? ".formatted(name))
                .orElse("");
    }

    private static void section(StringBuilder text, String title, String heading) {
        text.append(".SH ").append(title).append('\n');
        for (HelpText.Item item : HelpText.items(heading)) item(text, item.term(), item.meaning());
    }

    /// The names of an option, with commas, and the word for its value.
    static String named(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static void item(StringBuilder text, String term, String meaning) {
        text.append(".TP\n.B ").append(escaped(term)).append('\n');
        text.append(escaped(meaning)).append('\n');
    }

    /// Escapes a text so that the formatter of manual pages does not change it.
    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .lines()
                .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }
}
