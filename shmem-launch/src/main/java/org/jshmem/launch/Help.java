// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.Spelling;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The help of the command line, of a command or of a built-in program, and the same as a manual page. All options are
/// those of picocli.
///
/// A section of the help is a heading, then terms with two spaces before them, each with its meaning below.
final class Help {
    private static final int WIDTH = 80;
    private static final String INDENT = "      ";

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

    static String text() {
        var options = new StringBuilder();
        groups(PicocliParser.commandLine()).forEach((heading, group) -> {
            options.append(heading).append(":\n");
            for (OptionSpec option : group) options.append(item(named(option), option.description()[0]));
            options.append('\n');
        });
        var programs = new StringBuilder();
        ModuleServices.programs().values().forEach(program -> programs.append(item(program.name(), program.help())));
        List<String> machines = ModuleServices.machines();
        return template()
                .replace("{options}\n", options)
                .replace("{programs}\n", programs)
                .replace(
                        "{machines}\n",
                        machines.isEmpty() ? "" : "\nMachines:\n" + wrapped(INDENT, String.join(", ", machines)));
    }

    /// The help without the parts that the code has.
    private static String template() {
        try (InputStream in = Help.class.getResourceAsStream("help.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String item(String term, String meaning) {
        return "  " + term + "\n" + wrapped(INDENT, meaning);
    }

    private static String wrapped(String indent, String text) {
        return text.replaceAll("(.{1,%d})(?: +|$)".formatted(WIDTH - indent.length()), indent + "$1\n");
    }

    /// The manual page for `oshrun man | man -l -`.
    static String manual(String version) {
        String[] parts = text().split("\n\n", 2); // the first has the usage and the description
        return """
                .TH OSHRUN 1 "" "%s" "OpenSHMEM on the JVM"
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
                %s
                """.formatted(escaped(version), escaped(parts[0].lines().skip(1).collect(Collectors.joining("\n"))))
                + parts[1].lines().map(Help::ofManual).collect(Collectors.joining());
    }

    /// A line of a section of the help, as the manual page has it.
    private static String ofManual(String line) {
        if (line.isEmpty()) return "";
        String escaped = escaped(line.strip()) + "\n";
        if (line.startsWith(INDENT)) return escaped;
        return line.startsWith(" ")
                ? ".TP\n.B " + escaped
                : ".SH " + escaped.replace(":", "").toUpperCase(Locale.ROOT);
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
        if (Options.COMMANDS.contains(name)) {
            var meaning = Pattern.compile("\n  " + name + "\n((?: {6}.*\n)+)").matcher(template());
            return Optional.of(
                    meaning.find() ? usage(name, meaning.group(1).strip().replaceAll("\n +", " ")) : "");
        }
        return ModuleServices.program(name)
                .filter(program -> program.usage() != null)
                .map(program ->
                        usage((program.alone() ? "" : "-np N ") + name + " " + program.usage(), program.help() + "."));
    }

    private static String usage(String words, String meaning) {
        String first = meaning.substring(0, 1).toUpperCase(Locale.ROOT);
        return "Usage: oshrun %s%n%s%s%n".formatted(words.strip(), first, meaning.substring(1));
    }

    /// The question for the command or the option that `program`, given without a number of PEs, probably means;
    /// empty if no name is near.
    static String meant(String program) {
        if (program == null) return "";
        List<String> known = Stream.concat(Options.COMMANDS.stream(), Stream.of("--help", "--version"))
                .toList();
        return Spelling.nearest(program, known)
                .map("did you mean oshrun %s? "::formatted)
                .orElse("");
    }
}
