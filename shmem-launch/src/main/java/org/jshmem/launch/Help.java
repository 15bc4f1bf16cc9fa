// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private static final String EXAMPLES = """
            Examples:
              oshrun -np 4 Hello.java
                  compiles one source file and runs it as 4 PEs
              oshrun -np 8 -cp app.jar org.example.Main 100
                  runs a main class with an argument
              oshrun -np 4 --timeout 10s --tag-output app.jar
                  names the PEs that hang, and the PE of each line
              oshrun --hosts a:8,b:8 -np 16 app.jar
                  runs on two hosts, started by mpirun
              oshrun -np 60 --machine knc pgas broadcast
                  runs on a simulated Xeon Phi
            """;

    private static final String AFTER_OPTIONS = """

            Other commands:
              doctor
                  Check whether this machine can run jobs, and print what to do where
                  it cannot
              classpath
                  Print the class path to compile programs with: javac -cp $(oshrun
                  classpath) ...
              completion
                  Print completions for the shell: source <(oshrun completion)
              man
                  Print this manual: oshrun man | man -l -

            Environment:
              SHMEM_SYMMETRIC_SIZE
                  bytes of each PE's symmetric heap, where --heap is not given
              SHMEM_INFO
                  set: PE 0 prints all variables of the library with their values
              JSHMEM_JAVA_HOME, JAVA_HOME
                  the JDK, looked for in this order, then on PATH
              CLASSPATH
                  class path of the program, where -cp is not given
              SHMEM_*, JSHMEM_*, SMA_*, UCX_*
                  reach the PEs of other hosts too; others by -x

            Files:
              /dev/shm
                  where the job file is created; it has no name and disappears with
                  its job
              ~/.cache/jshmem, target/cds
                  class archives that make JVMs start faster; doctor makes them anew
              ~/.config/jshmem/calibration.json
                  written by oshrun calibrate

            Exit status:
              0
                  every PE ended well
              1
                  a PE threw an exception that it did not catch, or ended without
                  finalize
              2
                  the job was refused before it started; standard error has the reason
              3
                  the PEs ended well, and the simulator has reported a race, a lost
                  update, a stale read or a late put
              124
                  the job took longer than --time-limit
              128 + n
                  signal n ended a PE or the launcher: 130 Ctrl-C, 137 SIGKILL, 141
                  the output's reader has ended, 143 SIGTERM
              other
                  the status of the first PE that failed, which stderr names, as in
                  System.exit(k) or globalExit(k)
            """;

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
        CommandLine line = PicocliParser.commandLine();
        var text = new StringBuilder("Usage: oshrun -np N [options] PROGRAM [arguments]\n");
        text.append(wrapped("", line.getCommandSpec().usageMessage().description()[0]));
        text.append('\n').append(EXAMPLES);
        groups(line).forEach((heading, options) -> {
            text.append("\n%s:\n".formatted(heading));
            for (OptionSpec option : options) text.append(item(named(option), option.description()[0]));
        });
        text.append("\nBuilt-in programs:\n");
        ModuleServices.programs().values().forEach(program -> text.append(item(program.name(), program.help())));
        text.append(AFTER_OPTIONS);
        List<String> machines = ModuleServices.machines();
        if (!machines.isEmpty()) text.append("\nMachines:\n").append(wrapped(INDENT, String.join(", ", machines)));
        return text.toString();
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
            var meaning = Pattern.compile("\n  " + name + "\n((?: {6}.*\n)+)").matcher(AFTER_OPTIONS);
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
