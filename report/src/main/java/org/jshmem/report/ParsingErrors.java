// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jshmem.runtime.settings.Spelling;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The refusals of arguments that picocli does not accept, in the words in which the launcher refuses its own.
public final class ParsingErrors {
    private ParsingErrors() {}

    /// The mistake, with the option and its value, in one line. The caller adds where all options are listed.
    public static String text(ParameterException e) {
        return switch (e) {
            case UnmatchedArgumentException unmatched -> unknown(unmatched);
            case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given twice; give it once";
            case MissingParameterException missing -> missing(missing);
            default -> wrong(e);
        };
    }

    private static String unknown(UnmatchedArgumentException e) {
        String word = e.getUnmatched().getFirst();
        if (!word.startsWith("-")) return "'" + word + "' is not an argument; remove it";
        List<String> known = new ArrayList<>();
        for (OptionSpec option : e.getCommandLine().getCommandSpec().options()) known.addAll(List.of(option.names()));
        Optional<String> near = Spelling.nearest(word.replaceFirst("=.*", ""), known);
        return "unknown option " + word + near.map("; use %s"::formatted).orElse("");
    }

    private static String missing(MissingParameterException e) {
        ArgSpec first = e.getMissing().getFirst();
        String label = first.paramLabel();
        if (!first.isOption()) return label + " is missing";
        boolean value = e.getMessage().startsWith("Missing required parameter");
        return name(first) + (value ? " needs a value, " : " is missing; give " + name(first) + " ") + label;
    }

    private static String wrong(ParameterException e) {
        ArgSpec of = e.getArgSpec();
        if (of == null || e.getValue() == null)
            return e.getMessage().lines().findFirst().orElse("");
        String given = "%s '%s' is ".formatted(name(of), e.getValue());
        Class<?> type = of.auxiliaryTypes()[0];
        if (type.isEnum()) {
            var known = Stream.of(type.getEnumConstants()).map(String::valueOf).toList();
            return given + "unknown; use one of " + String.join(", ", known);
        }
        return given + (type == Double.class || type == double.class ? "not a number" : "not a whole number");
    }

    private static String name(ArgSpec of) {
        return of.isOption() ? ((OptionSpec) of).longestName() : of.paramLabel();
    }
}
