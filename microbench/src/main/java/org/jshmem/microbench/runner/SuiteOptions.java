// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jshmem.Access;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Where;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command line of the suite, equal on every PE. No code changes it after [#parse].
@Command(
        name = "pgas",
        sortOptions = false,
        description = "Measures latency, bandwidth, synchronisation and collectives between PEs. Without BENCHMARK a"
                + " default set runs.",
        footer = {
            "",
            "Examples:",
            "  bin/oshrun -np 2 pgas",
            "  bin/oshrun -np 64 pgas --report out",
            "  bin/oshrun -np 8 pgas reduce --algorithm rd,rsag,auto --sizes 1..1048576",
            "  bin/oshrun -np 2 pgas put barrier --reference",
            "  bin/oshrun -np 2 pgas put --format osu",
            "",
            "Exit status: 2 for bad arguments, 4 where a row is unstable: its error exceeds 10 %% of its score, or"
                    + " compilers used more than 10 %% of a core."
        })
public final class SuiteOptions {
    private static final long MOST_CHECKED = 4 << 10;
    private static final long MOST_SIMULATED = 4 << 20;
    private static final long MOST_ELEMENTS = 1 << 20;
    private static final Map<String, List<Access>> ACCESSES = Map.of(
            "both", List.of(Access.PUTGET, Access.PTR), "putget", List.of(Access.PUTGET), "ptr", List.of(Access.PTR));
    private static final Map<String, Integer> TYPES = Map.of("int", 4, "long", 8, "float", 4, "double", 8);

    @Parameters(paramLabel = "BENCHMARK", description = "Run these, or the groups cache or all")
    public List<String> names = new ArrayList<>();

    @Option(names = "--sizes", paramLabel = "LIST", description = "Measure these bytes (reduce: elements): 8,4k,1..1m")
    private String sizeList;

    @Option(names = "--pairs", paramLabel = "LIST", split = ",", description = "Let these numbers of pairs communicate")
    private List<Integer> pairCounts = new ArrayList<>();

    @Option(names = "--access", paramLabel = "MODE", description = "Transfer by putget, ptr or both (default both)")
    private String access = "both";

    @Option(names = "--algorithm", paramLabel = "LIST", split = ",", description = "Measure these algorithms, or all")
    public List<String> algorithms = new ArrayList<>();

    @Option(names = "--type", paramLabel = "TYPE", description = "Sum int, long, float or double (default double)")
    public String type = "double";

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            description = "Time N operations a row; default: what fits the time")
    public int iterations;

    @Option(
            names = {"-c", "--check"},
            description = "Run each row a few times and measure nothing")
    public boolean check;

    @Option(names = "--forks", paramLabel = "N", description = "Start N jobs with fresh JVMs (default 6; simulated: 1)")
    private Integer forkCount;

    @Option(names = "--reference", description = "Measure C too: alone, and by OpenSHMEM and MPI (oshcc, mpicc)")
    public boolean reference;

    @Option(names = "--setting", paramLabel = "TEXT", description = "With --reference, start libraries with TEXT alone")
    public String setting;

    @Option(names = "--latency", description = "Time each call by itself: median, p99, p99.9 and greatest")
    public boolean latency;

    @Option(names = "--rate", paramLabel = "R", description = "With --latency, make R calls a second on each PE")
    private Integer callRate;

    @Option(names = "--fresh-data", description = "Measure calls whose data change before and are checked after, too")
    public boolean freshData;

    @Option(names = "--warm-up", description = "Time calls from a row's first one on: when do they reach their speed?")
    public boolean warmUp;

    @Option(names = "--per-pe", description = "Name the fastest and the slowest PE of each row")
    boolean perPe;

    @Mixin
    public final OutputOptions output = new OutputOptions();

    public List<Long> sizes = List.of();
    public List<Access> accesses;
    /// Jobs to start; 1 for none besides this one.
    public int forks;

    /// Reads the command line. Returns null for `--help`; the help text is then in `usage`.
    public static SuiteOptions parse(String[] args, StringBuilder usage) {
        var options = new SuiteOptions();
        return options.output.read(options, args, usage) ? options.settle() : null;
    }

    /// The bytes of an element of a type of `--type`, or of a byte.
    public static int bytes(String type) {
        return TYPES.getOrDefault(type, 1);
    }

    private SuiteOptions settle() {
        if (iterations < 0) throw new InvalidArguments("--iterations " + iterations + " is negative; give 0 or more");
        if (forkCount != null && forkCount < 1)
            throw new InvalidArguments("--forks " + forkCount + " starts nothing; give 1 or more");
        if (callRate != null && callRate < 1)
            throw new InvalidArguments("--rate " + callRate + " makes no call; give 1 or more calls a second");
        if (callRate != null && !latency)
            throw new InvalidArguments("--rate " + callRate + " needs --latency, which times single calls; add it");
        if (setting != null && !reference)
            throw new InvalidArguments("--setting '" + setting + "' needs --reference, which starts libraries; add it");
        if (latency && reference)
            throw new InvalidArguments("--latency has no row of C, which times batches; run --reference without it");
        if (warmUp && (latency || freshData))
            throw new InvalidArguments(
                    "--warm-up times batches of equal calls; run --latency or --fresh-data without it");
        for (int count : pairCounts)
            if (count < 1) throw new InvalidArguments("--pairs " + count + " is not a number of pairs; give 1 or more");
        pairCounts = pairCounts.stream().distinct().sorted().toList();
        if (sizeList != null) sizes = Sizes.option("--sizes", sizeList);
        accesses = OutputOptions.one("--access", access, ACCESSES);
        OutputOptions.one("--type", type, TYPES);
        if (latency) output.p99 = "p99";
        forks = check ? 1 : forkCount == null ? Comparison.FORKS : forkCount;
        return this;
    }

    /// The calls a second of `--rate`; 0 for one call after the other.
    public int rate() {
        return callRate == null ? 0 : callRate;
    }

    /// The pair counts of a benchmark: those that the user named. By default they are 1, 2, 8 and half the PEs for a
    /// benchmark of sharing. For others they are 1, and half the PEs if each PE has a core and time is real.
    public List<Integer> pairs(Benchmark benchmark, Where where) {
        if (!pairCounts.isEmpty()) return pairCounts;
        int half = where.npes() / 2;
        var counts = new TreeSet<Integer>();
        for (int count : benchmark.sharing()
                ? new int[] {1, 2, 8, half}
                : new int[] {1, where.virtual() || where.oversubscribed() ? 1 : half}) {
            if (count >= 1 && count <= half) counts.add(count);
        }
        return List.copyOf(counts);
    }

    /// The sizes of a benchmark: those that the user named, or powers of two that fit the free heap, up to 4 MiB
    /// or 1 Mi elements. The default set takes every third from 8 bytes on, among them a word, a line and the
    /// content of each cache; benchmarks by name take every other one.
    public List<Long> sizes(Benchmark benchmark, Where where, long free) {
        int unit = benchmark.unit(this);
        if (unit == 0 || !sizes.isEmpty()) return unit == 0 ? List.of() : sizes;
        long last = unit == 1 ? benchmark.largest(where) : MOST_ELEMENTS;
        if (check) last = Math.min(last, MOST_CHECKED);
        if (where.virtual()) last = Math.min(last, MOST_SIMULATED / unit); // one thread moves the bytes of all PEs
        while (last > 1 && benchmark.heap(this, last * unit, where.npes()) > free) last >>= 1;
        boolean set = names.isEmpty();
        var powers = new ArrayList<Long>();
        long first = set && unit == 1 ? Long.BYTES : 1;
        for (long n = first; n == first || n <= last; n <<= set ? 3 : 2) powers.add(n);
        return powers;
    }

    /// Refuses options that this job cannot run. Every PE calls it before the first row, with equal numbers.
    public void refuse(List<Benchmark> benchmarks, int npes, long free) {
        for (Benchmark benchmark : benchmarks) {
            if (benchmark.paired() && npes % 2 != 0) {
                throw new InvalidArguments(benchmark.name() + " needs an even number of PEs, which it divides into"
                        + " pairs, not " + npes + "; use -np " + (npes + 1));
            }
            int unit = benchmark.unit(this);
            if (unit == 0 || sizes.isEmpty()) continue;
            long bytes = sizes.getLast() * unit;
            long needed = benchmark.heap(this, bytes, npes);
            if (needed > free) {
                throw new InvalidArguments(benchmark.name() + " at " + bytes + " bytes needs " + needed
                        + " bytes of symmetric heap on each PE, " + free + " are free; raise --heap or lower --sizes");
            }
        }
        for (int count : pairCounts) {
            if (count > npes / 2) {
                throw new InvalidArguments(count + " pairs need " + 2 * count + " PEs, there are " + npes
                        + "; raise -np or lower --pairs");
            }
        }
    }
}
