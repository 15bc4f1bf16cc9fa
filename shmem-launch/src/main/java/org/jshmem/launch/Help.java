// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.runtime.settings.Spelling;

/// The help of the command line, of a command or of a built-in program, and the same as a manual page.
///
/// A section of the help is a heading, then terms with two spaces before them, each with its meaning below.
final class Help {
    private static final String INDENT = "      ";

    private Help() {}

    static String text() {
        var programs = new StringBuilder();
        ModuleServices.programs()
                .forEach((name, program) -> programs.append("  " + name + "\n").append(wrapped(program.help())));
        String machines = wrapped(String.join(", ", ModuleServices.machines()));
        return DeclaredOption.HELP
                .replace("{programs}\n", programs)
                .replace("{machines}\n", machines.isEmpty() ? "" : "\nMachines:\n" + machines);
    }

    private static String wrapped(String text) {
        return text.replaceAll("(.{1,74})(?: +|$)", INDENT + "$1\n");
    }

    /// The manual page for `oshrun man | man -l -`.
    static String manual(String version) {
        String[] parts = text().split("\n\n", 2); // the first has the usage and the description
        String description = parts[0].lines().skip(1).collect(Collectors.joining("\n"));
        return DeclaredOption.read("manual.txt").formatted(escaped(version), escaped(description))
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

    /// The text for a command, or for a built-in program that prints none of its own.
    static Optional<String> of(String name) {
        if (OptionWords.COMMANDS.contains(name)) {
            String meaning =
                    DeclaredOption.HELP.split("\n  " + name + "\n", 2)[1].split("\n(?! {6})", 2)[0];
            return Optional.of(usage(name, meaning.strip().replaceAll("\n +", " ")));
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
    static String suggestion(String program) {
        if (program == null) return "";
        List<String> known = Stream.concat(OptionWords.COMMANDS.stream(), Stream.of("--help", "--version"))
                .toList();
        return Spelling.nearest(program, known)
                .map("did you mean oshrun %s? "::formatted)
                .orElse("");
    }
}
