// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Access;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command line of the suite.
@Command(
        name = "pgas",
        sortOptions = false,
        description = "Measures latency, bandwidth, synchronisation and collectives between PEs, beside what the"
                + " hardware gives. Without TEST a default set runs.",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun -np 2 pgas",
            "  bin/oshrun -np 64 pgas --report out",
            "  bin/oshrun -np 8 pgas reduce --algorithm all --access both --sizes 1..1048576"
        })
final class Options {
    private static final List<String> ALGORITHMS =
            List.of("flat", "rd", "bruck", "rsag", "ring", "tiled", "central", "pull", "auto");

    @Parameters(
            paramLabel = "TEST",
            description = "tests to run: ${COMPLETION-CANDIDATES}",
            completionCandidates = Names.class)
    private List<String> tests = new ArrayList<>();

    @Option(
            names = "--sizes",
            paramLabel = "LIST",
            description = "bytes (elements for reduce): 8,4k,1m, or a range of powers of two as 1..1m")
    private String sizes;

    @Option(names = "--pairs", paramLabel = "LIST", split = ",", description = "pairs that communicate at once")
    private List<Integer> pairs = new ArrayList<>();

    @Option(
            names = "--partner-offset",
            paramLabel = "D",
            description = "pair i with N/2 + (i + D) mod N/2 (default ${DEFAULT-VALUE})",
            defaultValue = "0")
    private int partnerOffset;

    @Option(names = "--access", paramLabel = "MODE", description = "putget, ptr or both", defaultValue = "both")
    private String access;

    @Option(
            names = "--algorithm",
            paramLabel = "LIST",
            split = ",",
            description = "reduction algorithms: all, or of flat rd bruck rsag ring tiled central pull auto")
    private List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "element type of the reductions: int, long, float or double (default ${DEFAULT-VALUE})",
            defaultValue = "double")
    private String type;

    @Option(
            names = "--stride",
            paramLabel = "N",
            description = "elements from one to the next in the strided tests (default ${DEFAULT-VALUE})",
            defaultValue = "2")
    private int stride;

    @Option(names = "--iterations", paramLabel = "N", description = "operations per row; default: what fits the time")
    private int iterations;

    @Option(names = "--no-floors", description = "leave the C floors out")
    private boolean noFloors;

    @Option(names = "--no-progress", description = "do not say on stderr which test runs")
    private boolean noProgress;

    @Mixin
    private final Sinks sinks = new Sinks();

    /// The names for the usage text.
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            for (Test test : Tests.all()) add(test.name());
        }
    }

    /// Reads the command line; null where it asks for help, which is then in `usage`.
    static Settings parse(String[] args, int npes, StringBuilder usage) {
        var options = new Options();
        return options.sinks.read(options, args, usage) ? options.settings(npes) : null;
    }

    private Settings settings(int npes) {
        if (partnerOffset < 0) throw negative("--partner-offset", partnerOffset);
        if (stride < 1) throw new Refusal("--stride " + stride + " is no stride; give 1 or more");
        if (iterations < 0) throw negative("--iterations", iterations);
        for (int count : pairs) {
            if (count < 1) throw new Refusal("--pairs " + count + " is no number of pairs; give 1 or more");
        }
        List<Long> wanted;
        try {
            wanted = sizes == null ? List.of() : Sizes.parse(sizes);
        } catch (IllegalArgumentException e) {
            throw new Refusal("--sizes: " + e.getMessage());
        }
        return new Settings(
                chosen(npes),
                wanted,
                pairs.stream().distinct().sorted().toList(),
                partnerOffset,
                switch (access) {
                    case "both" -> List.of(Access.PUTGET, Access.PTR);
                    case "putget" -> List.of(Access.PUTGET);
                    case "ptr" -> List.of(Access.PTR);
                    default -> throw Refusal.unknown("--access", access, List.of("putget", "ptr", "both"));
                },
                reductions(),
                one("--type", type, Settings.ElementType.values()),
                stride,
                iterations,
                !noFloors,
                !noProgress,
                sinks);
    }

    private List<Test> chosen(int npes) {
        if (tests.isEmpty()) return Tests.usual(npes);
        var all = new ArrayList<Test>();
        for (String name : tests) {
            all.add(Tests.named(name).orElseThrow(() -> Refusal.unknown("TEST", name, new Names())));
        }
        return List.copyOf(all);
    }

    private List<String> reductions() {
        if (algorithms.isEmpty() || algorithms.equals(List.of("all"))) return ALGORITHMS;
        for (String name : algorithms) {
            if (!ALGORITHMS.contains(name)) throw Refusal.unknown("--algorithm", name, ALGORITHMS);
        }
        return List.copyOf(algorithms);
    }

    private static <E extends Enum<E>> E one(String option, String text, E[] values) {
        var known = new ArrayList<String>();
        for (E value : values) {
            String name = value.name().toLowerCase(Locale.ROOT);
            if (name.equals(text)) return value;
            known.add(name);
        }
        throw Refusal.unknown(option, text, known);
    }

    private static Refusal negative(String option, int value) {
        return new Refusal(option + " " + value + " is negative; give 0 or more");
    }
}
