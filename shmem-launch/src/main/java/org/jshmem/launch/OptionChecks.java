// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Map;
import org.jshmem.launch.os.Refused;

/// The rules about options: those that exclude or need each other, and the values that no job accepts.
final class OptionChecks {
    /// The options that start no job.
    private static final List<String> LOOKS = List.of("--ps", "--inspect", "--top");

    /// The options that need `--machine`.
    static final String OF_SIMULATOR = "--seed --late-puts --races --set --place --without --compute --summary";

    /// The pairs of options that a job must not have: each of the first with one of the second, or, with `needs`,
    /// without the second. The message is a format with the names of both.
    private static final String PAIRS =
            """
            --hosts|excludes|--hostfile|%s and %s exclude each other; remove one of them
            --map-by|excludes|-N|%s and %s exclude each other; remove one of them
            --threads|excludes|--jvms|%s is --jvms 1; remove one of them
            --threads|excludes|--machine|%s and %s exclude each other; the simulator's PEs are threads already
            -N|excludes|--machine|%s is for real PEs; use -np with %s
            --argfile|excludes|--machine --hosts --hostfile -N --map-by --jvms --threads --share-classes --heap \
            --heap-dir --timeout --time-limit --trace -x --wdir --bind-to --report-bindings --tag-output \
            --output-filename --debug|%s starts no PE; remove %s, and use an option of the launcher that starts them
            --hosts --hostfile --map-by --heap-dir --jvms --bind-to --report-bindings|excludes|--machine|\
            %s is for real PEs; remove it, or %s
            --output-filename|excludes|--machine --jvms --threads|\
            %s is for PEs that are processes; use --tag-output where they share a JVM
            --ps|excludes|--inspect|%s and %s exclude each other; remove one of them
            --once|needs|--top|%s is for %s; add %2$s, or remove the option
            --trace-size|needs|--trace|%s is for %2$s; add %2$s FILE, or remove the option
            """ + OF_SIMULATOR + "|needs|--machine|%s is for the simulator; add %s NAME, or remove the option";

    /// The values of options: a pattern that each value of an option `is` or `is not`, and the rest of the refusal.
    /// `-J` refuses options whose value `java` takes from the next word, too, and those with which `java` prints
    /// something or runs another program.
    private static final String VALUES = """
            --seed~is~[-+]?[0-9]{1,18}~is not a whole number; use a number such as 42
            --map-by~is~slot|node|ppr:[^:]*:node~is unknown; use one of slot, node, ppr:K:node
            --bind-to~is~none|core|numa~is unknown; use one of none, core, numa
            -J~is not~-p|--(module-path|upgrade-module-path|add-modules|limit-modules|add-exports|add-opens|add-reads\
            |patch-module|enable-native-access)~needs its value in the same word, as in -J --add-modules=NAME
            -J~is not~(-cp|-classpath|--class-path)(=.*)?~replaces the class path of jshmem; give the program's by -cp
            -J~is not~--?(version|help|fullversion|full-version|help-extra)|-h|-[?]|-X|-jar|-m|--module(=.*)?\
            |--list-modules|--validate-modules|-d|--describe-module(=.*)?|--dry-run~\
            makes java do something else than run the program; remove it
            -J~is~(?s)[-@].*~is not an option of a JVM; options begin with -, such as -J -Xmx2g""";

    private OptionChecks() {}

    private static void checkPair(String[] options, boolean needs, String[] others, String message, Options line) {
        String met = null;
        for (String other : others) if (met == null && line.has(other)) met = other;
        for (String option : options) {
            boolean breaks = line.has(option) && needs == (met == null);
            Refused.when(breaks, message, option, needs ? others[0] : met);
        }
    }

    /// Refuses the first pair of options that breaks a rule, and the first value.
    static void check(Options options) {
        for (String pair : PAIRS.split("\n")) {
            String[] parts = pair.split("\\|");
            boolean needs = parts[1].equals("needs");
            checkPair(parts[0].split(" "), needs, parts[2].split(" "), parts[3], options);
        }
        for (String look : LOOKS) if (options.has(look)) checkAlone(look, options.given, "--once");
        for (String rule : VALUES.split("\n")) {
            String[] parts = rule.split("~");
            for (String value : options.values(parts[0])) {
                boolean fits = value.matches(parts[2]) == parts[1].equals("is");
                Refused.when(!fits, "%s '%s' %s", parts[0], value, parts[3]);
            }
        }
    }

    /// Refuses options that have no effect on a command, or on an option that is one.
    static void checkAlone(String command, Map<String, List<String>> given, String taken) {
        for (String name : given.keySet()) {
            boolean fits = name.equals(command) || name.equals(taken) || name.equals("-q");
            Refused.when(!fits, "%s has no effect on %s; remove it", name, command);
        }
    }
}
