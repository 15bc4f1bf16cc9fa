// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import org.jshmem.launch.os.Refused;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The parser of all command lines. No other class of a plain line's job mentions classes of picocli's in its code, so
/// that such a job loads none of them.
final class PicocliParser {
    private PicocliParser() {}

    /// The options as picocli knows them.
    static CommandLine commandLine() {
        CommandSpec spec = CommandSpec.create().name("oshrun");
        for (DeclaredOption option : DeclaredOption.ALL) {
            var builder = OptionSpec.builder(option.names().toArray(String[]::new));
            if (option.isFlag()) builder.type(boolean.class);
            else builder.type(String.class).paramLabel(option.label());
            spec.addOption(builder.build());
        }
        spec.addPositional(PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .hidden(true)
                .build());
        return new CommandLine(spec)
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setAllowOptionsAsOptionParameters(true);
    }

    /// Sets the options of a line. The value of an option may begin with a hyphen; the first word without one is the
    /// program.
    static void parse(OptionWords options, String... line) {
        try {
            ParseResult parsed = commandLine().parseArgs(line);
            for (OptionSpec option : parsed.matchedOptions()) {
                boolean flag = option.arity().max() == 0;
                options.given.put(option.names()[0], flag ? List.of() : option.stringValues());
            }
            options.setProgram(parsed.matchedPositionalValue(0, List.of()));
        } catch (UnmatchedArgumentException e) {
            String unknown = e.getUnmatched().getFirst(); // of several letters those that picocli does not know
            String end = unknown.substring(1);
            for (String word : line) if (word.startsWith("-") && word.endsWith(end)) throw ForeignOptions.unknown(word);
            throw ForeignOptions.unknown(unknown);
        } catch (ParameterException e) {
            throw new Refused(e.getMessage() + "; 'oshrun --help' lists all options");
        }
    }

    /// The completion for `source <(oshrun completion)` in bash and zsh.
    static String completion() {
        return AutoComplete.bash("oshrun", commandLine());
    }
}
