// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Map;
import org.jshmem.launch.os.Refused;

/// The rules about options: those that exclude or need each other, and the values that no job accepts.
final class OptionChecks {
    /// The options that start no job.
    private static final List<String> LOOKS = List.of("--ps", "--inspect");

    private static final String EACH_OTHER = "%s and %s exclude each other; remove one of them";

    /// @param options options to which the rule applies
    /// @param others options of which one has to be given too if `needed`, else options that must not be given too
    /// @param message format of the refusal, with the names of the two options
    private record Rule(List<String> options, List<String> others, boolean needed, String message) {
        void check(Map<String, List<String>> given) {
            for (String option : options) {
                if (!given.containsKey(option)) continue;
                String met = "";
                for (String other : others) if (met.isEmpty() && given.containsKey(other)) met = other;
                if (needed == met.isEmpty()) {
                    throw new Refused(message.formatted(option, needed ? others.getFirst() : met));
                }
            }
        }
    }

    private static final List<Rule> RULES = List.of(
            excludes(EACH_OTHER, "--hosts", "--hostfile"),
            excludes(EACH_OTHER, "--map-by", "-N"),
            excludes("%s is --jvms 1; remove one of them", "--threads", "--jvms"),
            excludes("%s and %s exclude each other; the simulator's PEs are threads already", "--threads", "--machine"),
            excludes("%s is for real PEs; use -np with %s", "-N", "--machine"),
            excludes(
                    "%s starts no PE; remove %s, and use an option of the launcher that starts them",
                    "--argfile",
                    "--machine --hosts --hostfile -N --map-by --jvms --threads"
                            + " --share-classes --heap --heap-dir --timeout --time-limit --trace -x --wdir --bind-to"
                            + " --report-bindings --tag-output --output-filename --debug"),
            excludes(
                    "%s is for real PEs; remove it, or %s",
                    "--hosts --hostfile --map-by --heap-dir --jvms" + " --report-bindings", "--machine"),
            excludes(
                    "%s is for PEs that are processes; use --tag-output where they share a JVM",
                    "--output-filename", "--machine --jvms --threads"),
            excludes(EACH_OTHER, "--ps", "--inspect"),
            needs("%s is for %2$s; add %2$s FILE, or remove the option", "--trace-size", "--trace"),
            needs("%s is for the simulator; add %s NAME, or remove the option", SimulatorOptions.NAMES, "--machine"));

    private static final String CLASS_PATH = "(-cp|-classpath|--class-path)(=.*)?";

    /// The options whose value `java` takes from the next word, too.
    private static final String WITH_VALUE = "-p|--(module-path|upgrade-module-path|add-modules|limit-modules"
            + "|add-exports|add-opens|add-reads|patch-module|enable-native-access)";

    /// The options with which `java` prints something, or runs another program.
    private static final String OTHER = "--?(version|help|fullversion|full-version|help-extra)|-h|-[?]|-X|-jar"
            + "|-m|--module(=.*)?|--list-modules|--validate-modules|-d|--describe-module(=.*)?|--dry-run";

    /// @param pattern regular expression that a value of the option matches if `accepted`, else must not match
    /// @param message the rest of the refusal, after the option and its value
    private record Values(String option, boolean accepted, String pattern, String message) {
        void check(List<String> values) {
            for (String value : values) {
                if (value.matches(pattern) == accepted) continue;
                throw new Refused("%s '%s' %s".formatted(option, value, message));
            }
        }
    }

    private static final List<Values> VALUES = List.of(
            new Values("--seed", true, "[-+]?[0-9]{1,18}", "is not a whole number; use a number such as 42"),
            new Values("--map-by", true, "slot|node|ppr:[^:]*:node", "is unknown; use one of slot, node, ppr:K:node"),
            new Values("--bind-to", true, "none|core|numa", "is unknown; use one of none, core, numa"),
            new Values("-J", false, WITH_VALUE, "needs its value in the same word, as in -J --add-modules=NAME"),
            new Values("-J", false, CLASS_PATH, "replaces the class path of jshmem; give the program's by -cp"),
            new Values("-J", false, OTHER, "makes java do something else than run the program; remove it"),
            new Values("-J", true, "(?s)[-@].*", "is not an option of a JVM; options begin with -, such as -J -Xmx2g"));

    private OptionChecks() {}

    private static Rule excludes(String message, String options, String others) {
        return new Rule(List.of(options.split(" ")), List.of(others.split(" ")), false, message);
    }

    private static Rule needs(String message, String options, String other) {
        return new Rule(List.of(options.split(" ")), List.of(other), true, message);
    }

    /// Refuses the first pair of options that breaks a rule, and the first value.
    static void check(Options options) {
        for (Rule rule : RULES) rule.check(options.given);
        for (String look : LOOKS) if (options.given.containsKey(look)) checkAlone(look, options.given, "");
        for (Values values : VALUES) values.check(options.given.getOrDefault(values.option, List.of()));
    }

    /// Refuses options that have no effect on a command, or on an option that is one.
    static void checkAlone(String command, Map<String, List<String>> given, String taken) {
        for (String name : given.keySet()) {
            if (name.equals(command) || name.equals(taken) || name.equals("-q")) continue;
            throw new Refused("%s has no effect on %s; remove it".formatted(name, command));
        }
    }
}
