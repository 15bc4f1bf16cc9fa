// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.collective.catalog.Catalog;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.harness.Osu;
import org.jshmem.microbench.harness.Sinks;
import org.jshmem.microbench.harness.Sizes;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.SuiteSettings.ElementType;
import org.jshmem.microbench.harness.Test;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command line of the suite.
@Command(
        name = "pgas",
        sortOptions = false,
        description = "Measures latency, bandwidth, synchronisation and collectives between PEs, next to what the"
                + " hardware gives. Without TEST a default set runs.",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun -np 2 pgas",
            "  bin/oshrun -np 64 pgas --report out",
            "  bin/oshrun -np 8 pgas reduce --algorithm rd,rsag,auto --sizes 1..1048576",
            "  bin/oshrun -np 2 pgas osu_oshm_put -m 1:4096 -f",
            "",
            "Exit status: 2 for bad arguments, 4 where a row was not at rest when its time was over, 5"
                    + " where a test is slower than in the file of --against."
        })
final class SuiteOptions {
    private static final Map<String, List<Access>> ACCESSES = Map.of(
            "both", List.of(Access.PUTGET, Access.PTR), "putget", List.of(Access.PUTGET), "ptr", List.of(Access.PTR));

    private static final Map<String, ElementType> TYPES = Map.of(
            "int", ElementType.INT, "long", ElementType.LONG, "float", ElementType.FLOAT, "double", ElementType.DOUBLE);

    private static final int LAUNCHES = Comparison.LAUNCHES;

    @Parameters(
            paramLabel = "TEST",
            description = "tests to run, or those of a group (osu, cache, all), or those of OSU by its names:"
                    + " ${COMPLETION-CANDIDATES}",
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

    @Option(names = "--access", paramLabel = "MODE", description = "putget, ptr or both", defaultValue = "")
    private String access;

    @Option(
            names = "--algorithm",
            paramLabel = "LIST",
            split = ",",
            description = "reduction algorithms, by the names of the library, or all")
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

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            description = "operations per row; default: what fits the time")
    private int iterations;

    @Option(
            names = {"-x", "--warmup"},
            paramLabel = "N",
            description = "operations before them, at least; there is always a warm-up by time")
    private int warmup;

    @Option(
            names = "-m",
            paramLabel = "[MIN:]MAX",
            description = "powers of two from MIN (1) to MAX bytes, as OSU has it")
    private String range;

    @Option(names = "-f", description = "as OSU has it: print least, largest and iterations too")
    private boolean full;

    @Option(
            names = {"-c", "--check"},
            description = "run each row a few times and compare every element of its results; measure nothing")
    private boolean check;

    @Option(
            names = "--launches",
            paramLabel = "R",
            description =
                    "jobs to start for each figure, each with fresh JVMs; default 6, and 1 with --quick, for OSU's"
                            + " names or in virtual time")
    private Integer launches;

    @Option(names = "--quick", description = "a rough figure will do: one launch, half the time a row")
    private boolean quick;

    @Option(
            names = "--peer",
            description =
                    "measure C programs in turn with it that do the same by OpenSHMEM and MPI, where oshcc and mpicc"
                            + " are")
    private boolean peer;

    @Option(names = "--launch-into", hidden = true, description = "this is one launch: its results go to that file")
    private Path into;

    @Option(names = "--no-floors", description = "leave the C floors out")
    private boolean noFloors;

    @Option(names = "--no-progress", description = "do not print on stderr which test runs")
    private boolean noProgress;

    @Mixin
    private final Sinks sinks = new Sinks();

    /// The names of all tests, for the usage text.
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            for (Test test : Tests.all()) add(test.name());
        }
    }

    /// Reads the command line. Returns null if it contains `--help`; the help text is then in `usage`.
    static SuiteSettings parse(String[] args, int npes, StringBuilder usage) {
        var options = new SuiteOptions();
        return options.sinks.read(options, args, usage) ? options.settings(npes) : null;
    }

    private SuiteSettings settings(int npes) {
        if (partnerOffset < 0) throw negative("--partner-offset", partnerOffset);
        if (stride < 1) throw new InvalidArguments("--stride " + stride + " is not a stride; give 1 or more");
        if (iterations < 0) throw negative("--iterations", iterations);
        if (warmup < 0) throw negative("--warmup", warmup);
        if (launches != null && launches < 1)
            throw new InvalidArguments("--launches " + launches + " starts nothing; give 1 or more");
        boolean osu = !tests.isEmpty() && tests.stream().allMatch(name -> name.equals("osu") || isOsu(name));
        if (osu) {
            sinks.osu();
            if (access.isEmpty()) access = "putget"; // OSU has one row for each size
        }
        if (access.isEmpty()) access = "both";
        for (int count : pairs) {
            if (count < 1) throw new InvalidArguments("--pairs " + count + " is not a number of pairs; give 1 or more");
        }
        List<Long> wanted;
        try {
            wanted = sizes != null ? Sizes.parse(sizes) : range != null ? Sizes.range(range) : List.of();
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments((sizes != null ? "--sizes: " : "-m: ") + e.getMessage());
        }
        return new SuiteSettings(
                chosen(npes),
                tests.isEmpty(),
                wanted,
                pairs.stream().distinct().sorted().toList(),
                partnerOffset,
                Sinks.one("--access", access, ACCESSES),
                reductions(osu),
                Sinks.one("--type", type, TYPES),
                stride,
                iterations,
                warmup,
                quick,
                check,
                !osu ? Osu.Columns.NONE : full ? Osu.Columns.FULL : Osu.Columns.SHORT,
                into != null ? 1 : launches != null ? launches : quick || osu || check ? 1 : LAUNCHES,
                into,
                peer,
                !noFloors && !osu && !check,
                !noProgress && !osu,
                sinks);
    }

    /// OSU's tests of pairs take an argument for the place of their buffers; here buffers are always in the
    /// symmetric heap.
    private static boolean isMemory(String name) {
        return name.equals("heap") || name.equals("global");
    }

    private static boolean isOsu(String name) {
        return name.startsWith(Osu.PREFIX) || isMemory(name);
    }

    private List<Test> chosen(int npes) {
        if (tests.isEmpty()) return Tests.usual(npes);
        var all = new LinkedHashSet<Test>();
        for (String name : tests) {
            if (isMemory(name)) continue;
            String own = name.startsWith(Osu.PREFIX) ? Osu.test(name) : name;
            List<Test> group = Tests.group(own, npes);
            if (!group.isEmpty()) all.addAll(group);
            else all.add(Tests.named(own).orElseThrow(() -> InvalidArguments.unknown("TEST", name, new Names())));
        }
        return List.copyOf(all);
    }

    /// Returns the algorithms that the user named, unchecked: the library refuses an unknown name and lists the
    /// valid ones.
    private List<String> reductions(boolean osu) {
        if (algorithms.isEmpty())
            return osu ? List.of("auto") : tests.isEmpty() ? ReductionModes.CHOSEN : ReductionModes.USUAL;
        return algorithms.equals(List.of("all")) ? Catalog.of(Collective.REDUCE).names() : List.copyOf(algorithms);
    }

    private static InvalidArguments negative(String option, int value) {
        return new InvalidArguments(option + " " + value + " is negative; give 0 or more");
    }
}
