// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.runtime.Spelling;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The messages about options that the parser does not take. Options of mpirun, srun, aprun and java lead to those of
/// `oshrun`.
final class WrongOption {
    private static final String OF_JAVA = "-(D|X|ea|da|enableassertions|javaagent|agent).*|--(add|enable|illegal)-.*";

    /// Names of options of other launchers without their hyphens, as patterns, each with our option or with the advice.
    private static final String OTHERS = """
            ntasks|procs|P               -np
            n?tasks-per-node|ppn|perhost -N
            nodes|nodelist|w             --hosts
            f                            --hostfile
            time|t                       --time-limit
            mem|mem-per-cpu              --heap
            cpu[-_]bind|cc|bind-to-.*    --bind-to
            g?env|genvlist|export        -x
            chdir|wd|workdir             --wdir
            label|l|prepend-rank         --tag-output
            output|o                     --output-filename
            oversubscribe|overcommit|O   remove it: PEs may outnumber cores
            allow-run-as-root            remove it: any user may start jobs
            g?mca                        remove it and its values: they are settings of Open MPI
            jar                          remove it: a .jar is given as PROGRAM
            """;

    private WrongOption() {}

    static String explained(ParameterException e) {
        if (e instanceof UnmatchedArgumentException u) {
            String name = whole(u.getUnmatched().getFirst(), u.getCommandLine().getParseResult());
            var known = u.getCommandLine().getCommandSpec().optionsMap().keySet();
            return "unknown option %s; %s".formatted(name, remedy(name, List.copyOf(known)));
        }
        String all = "; 'oshrun --help' lists all options";
        if (e instanceof MissingParameterException m && m.getMissing().getFirst() instanceof OptionSpec option) {
            return "%s needs a value, %s".formatted(option.names()[0], option.paramLabel()) + all;
        }
        return e.getArgSpec() instanceof OptionSpec option && option.typeInfo().isBoolean()
                ? "%s takes no value; remove '=%s'".formatted(option.longestName(), e.getValue())
                : e.getMessage() + all;
    }

    /// The word of the command line to whose end picocli has come: it reads `-hosts` as `-h` and an option `-osts`.
    private static String whole(String rest, ParseResult given) {
        return given.originalArgs().stream()
                .filter(word -> word.startsWith("-h") && word.endsWith(rest.substring(1)))
                .findFirst()
                .orElse(rest);
    }

    private static String remedy(String option, List<String> known) {
        String name = bare(option);
        String other = OTHERS.lines()
                .map(line -> line.split("\\s+", 2))
                .filter(line -> name.matches(line[0]))
                .map(line -> line[1])
                .findFirst()
                .orElse("");
        if (other.startsWith("remove")) return other;
        List<String> near = option.matches(OF_JAVA) ? List.of("-J " + option) : List.of(other);
        if (near.getFirst().isEmpty()) near = near(name, known);
        return (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ") + "'oshrun --help' lists all";
    }

    /// The known options with this name, else those that begin with it, else the one that is spelt most like it.
    private static List<String> near(String name, List<String> known) {
        Map<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String option : known) byName.put(bare(option), option);
        if (byName.containsKey(name)) return List.of(byName.get(name));
        List<String> begun = known.stream()
                .filter(option -> bare(option).startsWith(name))
                .limit(4)
                .toList();
        if (!begun.isEmpty() && begun.size() < 4) return begun;
        return Spelling.nearest(name, byName.keySet()).map(byName::get).stream().toList();
    }

    private static String bare(String option) {
        return option.replaceFirst("^-+", "").replaceFirst("=.*", "");
    }
}
