// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.launch.program.Catalog;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page and the shell's completion, both made from the options themselves.
final class Manual {
    private final CommandSpec spec;

    private Manual(CommandSpec spec) {
        this.spec = spec;
    }

    /// For `source <(oshrun completion)` in bash and zsh.
    static String completion(CommandLine line) {
        return AutoComplete.bash("oshrun", line);
    }

    /// For `oshrun man | man -l -`.
    static String page(CommandLine line, String version) {
        return new Manual(line.getCommandSpec()).page(version);
    }

    private String page(String version) {
        var text = new StringBuilder();
        text.append(".TH OSHRUN 1 \"\" \"%s\" \"OpenSHMEM on the JVM\"%n".formatted(escaped(version)));
        text.append(".SH NAME\noshrun \\- run an OpenSHMEM program on several PEs\n");
        text.append(".SH SYNOPSIS\n");
        text.append(".B oshrun -np\n.I N\n[options]\n.I PROGRAM\n[arguments]\n.br\n");
        text.append(".B oshrun\ndoctor | completion | man | --ps | --inspect\n.I JOB\n");
        text.append(".SH DESCRIPTION\n");
        text.append(escaped(String.join(" ", spec.usageMessage().description())))
                .append('\n');
        text.append(".SH OPTIONS\n");
        for (OptionSpec option : spec.options()) if (!option.hidden()) entry(text, option);
        text.append(".SH BUILT-IN PROGRAMS\n");
        Catalog.programs().values().forEach(p -> item(text, p.name(), p.help()));
        text.append(".SH COMMANDS\n");
        COMMANDS.forEach(command -> item(text, command.name(), command.help()));
        text.append(".SH EXIT STATUS\n");
        spec.usageMessage().exitCodeList().forEach((code, meaning) -> item(text, code, meaning));
        return text.toString();
    }

    /// What `oshrun` does beside running programs.
    record Command(String name, String help) {}

    static final List<Command> COMMANDS = List.of(
            new Command("doctor", "whether this machine can run jobs, and what to do where it cannot"),
            new Command("completion", "for the shell: source <(oshrun completion)"),
            new Command("man", "this manual: oshrun man | man -l -"));

    /// Whether a name is a command's.
    static boolean isCommand(String name) {
        return COMMANDS.stream().anyMatch(command -> command.name().equals(name));
    }

    private static void entry(StringBuilder text, OptionSpec option) {
        String names = String.join(", ", option.names());
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        item(text, names + value, String.join(" ", option.description()));
    }

    private static void item(StringBuilder text, String term, String meaning) {
        text.append(".TP\n.B ").append(escaped(term)).append('\n');
        text.append(escaped(meaning)).append('\n');
    }

    /// Text that the formatter leaves as it is.
    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .lines()
                .map(line -> line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line)
                .collect(Collectors.joining("\n"));
    }
}
