// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;

/// The options for the simulator, which the launcher passes on. The simulator itself has the lists of machines,
/// parameters and mechanisms.
record SimulatorOptions(OptionValues given) {
    /// The options that need `--machine`.
    static final String NAMES = "--seed --late-puts --races --set --place --without --compute --summary";

    /// The largest number of simulated PEs.
    static final int MOST_PES = 16_384;

    boolean isAsked() {
        return given.has("--machine");
    }

    String machine() {
        return given.text("--machine");
    }

    /// The options as the user gave them, for the simulator's own command line.
    List<String> arguments() {
        List<String> arguments = given.words(HelpText.SIMULATOR);
        // the simulator perhaps runs in another folder
        arguments.replaceAll(
                word -> word.endsWith(".json") ? Path.of(word).toAbsolutePath().toString() : word);
        return arguments;
    }

    /// Refuses values that no machine accepts.
    void check() {
        String seed = given.text("--seed");
        if (seed == null) return;
        try {
            Long.parseLong(seed);
            if (Numbers.isDecimal(seed)) return;
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new Refused("--seed '%s' is not a whole number; use a number such as 42".formatted(seed));
    }
}
