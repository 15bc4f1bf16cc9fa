// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// The options for the simulator, which the launcher passes on. The simulator itself has the lists of machines,
/// parameters and mechanisms.
final class SimulatorOptions {
    @Option(
            names = "--machine",
            paramLabel = "NAME|FILE.json",
            description =
                    "Run in virtual time on a simulated machine, such as knc ('oshrun machine' lists all), or on one "
                            + "that a file describes (default: PEs are JVM processes)")
    String machine;

    @Option(names = "--seed", paramLabel = "S", description = "Seed the jitter of the simulation (default: no jitter)")
    String seed;

    @Option(
            names = "--late-puts",
            description = "Deliver puts as late as the ordering rules allow, so that a missing fence shows")
    boolean latePuts;

    @Option(
            names = "--races",
            description = "Report all accesses that nothing orders, also those of single words, and lost updates")
    boolean races;

    @Option(
            names = "--set",
            paramLabel = "SYMBOL=VALUE",
            description = "Set a parameter of the simulated machine; repeatable")
    List<String> set = new ArrayList<>();

    @Option(
            names = "--place",
            paramLabel = "CORES",
            description = "Place PE i on the i-th of these cores, such as 0,2,4 or 0..23,47..24")
    String place;

    @Option(
            names = "--without",
            paramLabel = "ABLATION",
            description =
                    "Switch a mechanism of the simulated machine off (docs/simulator/machine-model.md lists them); "
                            + "repeatable")
    List<String> without = new ArrayList<>();

    @Option(
            names = "--compute",
            paramLabel = "auto[=FACTOR]",
            description =
                    "Measure computation on this host, times FACTOR (1), where the program declares none; results "
                            + "differ between runs")
    String compute;

    @Option(
            names = "--summary",
            description =
                    "Print virtual time and its parts on standard error, and a trace hash, which is the same for runs "
                            + "with the same operations at the same times")
    boolean summary;

    /// The options that need `--machine`.
    static final String NAMES = "--seed --late-puts --races --set --place --without --compute --summary";

    /// The largest number of simulated PEs.
    static final int MOST_PES = 16_384;

    boolean isAsked() {
        return machine != null;
    }

    /// The options as the user gave them, for the simulator's own command line.
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--machine", machine));
        add(arguments, "--seed", seed);
        if (latePuts) arguments.add("--late-puts");
        if (races) arguments.add("--races");
        for (String each : set) add(arguments, "--set", each);
        add(arguments, "--place", place);
        for (String each : without) add(arguments, "--without", each);
        add(arguments, "--compute", compute);
        if (summary) arguments.add("--summary");
        // the simulator perhaps runs in another folder
        arguments.replaceAll(
                word -> word.endsWith(".json") ? Path.of(word).toAbsolutePath().toString() : word);
        return arguments;
    }

    private static void add(List<String> arguments, String name, String value) {
        if (value != null) arguments.addAll(List.of(name, value));
    }
}
