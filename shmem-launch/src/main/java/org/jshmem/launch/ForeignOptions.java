// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.os.Refused;
import org.jshmem.runtime.settings.Spelling;

/// The refusals of options that `oshrun` does not have. Options of mpirun, srun, aprun and java lead to those of
/// `oshrun`: foreign.txt has patterns of their names without hyphens, each with our option or with the advice.
final class ForeignOptions {
    private static final String OF_JAVA = "-(D|X|ea|da|enableassertions|javaagent|agent).*|--(add|enable|illegal)-.*";

    private ForeignOptions() {}

    static Refused unknown(String word) {
        return new Refused("unknown option %s; %s", word, remedy(word));
    }

    private static String remedy(String option) {
        String name = bare(option);
        String other = option.matches(OF_JAVA) ? "-J " + option : "";
        for (String line : DeclaredOption.read("foreign.txt").split("\n")) {
            String[] pair = line.split(" +", 2);
            if (name.matches(pair[0])) other = pair[1];
        }
        if (other.startsWith("remove")) return other;
        if (other.isEmpty()) other = near(name);
        return (other.isEmpty() ? "" : "did you mean " + other + "? ") + "'oshrun --help' lists all";
    }

    /// The known option with this name, else the one that is spelt most like it; empty if there is none.
    private static String near(String name) {
        Map<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (DeclaredOption option : DeclaredOption.ALL) {
            for (String known : option.names()) byName.put(bare(known), known);
        }
        if (byName.containsKey(name)) return byName.get(name);
        return Spelling.nearest(name, byName.keySet()).map(byName::get).orElse("");
    }

    private static String bare(String option) {
        return option.replaceFirst("^-+", "").replaceFirst("=.*", "");
    }
}
