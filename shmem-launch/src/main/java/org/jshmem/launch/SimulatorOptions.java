// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/// The options for the simulator, which the launcher passes on. The simulator itself has the lists of machines,
/// parameters and mechanisms.
final class SimulatorOptions {
    @Option(names = "--machine", paramLabel = "NAME|FILE.json")
    String machine;

    @Option(names = "--seed", paramLabel = "S")
    String seed;

    @Option(names = "--late-puts")
    boolean latePuts;

    @Option(names = "--races")
    boolean races;

    @Option(names = "--set", paramLabel = "SYMBOL=VALUE")
    List<String> set = new ArrayList<>();

    @Option(names = "--place", paramLabel = "CORES")
    String place;

    @Option(names = "--without", paramLabel = "ABLATION")
    List<String> without = new ArrayList<>();

    @Option(names = "--compute", paramLabel = "auto[=FACTOR]")
    String compute;

    @Option(names = "--summary")
    boolean summary;

    /// The options that need `--machine`.
    static final String NAMES = "--seed --late-puts --races --set --place --without --compute --summary";

    /// The largest number of simulated PEs.
    static final int MOST_PES = 16_384;

    boolean isGiven() {
        return machine != null;
    }

    /// The options as the user gave them, for the simulator's own command line. It perhaps runs in another folder.
    static List<String> arguments(Map<String, List<String>> given) {
        List<String> arguments = new ArrayList<>();
        for (String name : ("--machine " + NAMES).split(" ")) {
            if (!given.containsKey(name)) continue;
            if (given.get(name).isEmpty()) arguments.add(name);
            for (String value : given.get(name)) {
                boolean file = value.endsWith(".json");
                arguments.addAll(
                        List.of(name, file ? Path.of(value).toAbsolutePath().toString() : value));
            }
        }
        return arguments;
    }
}
