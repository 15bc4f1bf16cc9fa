// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jshmem.Access;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Where;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The settings of a run of the suite: its options except the names of tests, and what follows from them. They are
/// equal on every PE, and no code changes them after [#settle].
public abstract class SuiteSettings {
    private static final long MOST_CHECKED = 4 << 10;
    public static final long MOST_ELEMENTS = 1 << 20;
    private static final long MOST_SIMULATED = 4 << 20;

    private static final Map<String, List<Access>> ACCESSES = Map.of(
            "both", List.of(Access.PUTGET, Access.PTR), "putget", List.of(Access.PUTGET), "ptr", List.of(Access.PTR));
    private static final Map<String, OperandType> TYPES = Map.of(
            "int", OperandType.INT, "long", OperandType.LONG, "float", OperandType.FLOAT, "double", OperandType.DOUBLE);

    @Option(
            names = "--sizes",
            paramLabel = "LIST",
            description = "bytes (elements for reduce): 8,4k,1m, or a range of powers of two as 1..1m")
    private String sizeList;

    @Option(names = "--pairs", paramLabel = "LIST", split = ",", description = "pairs that communicate at once")
    private List<Integer> pairCounts = new ArrayList<>();

    @Option(
            names = "--partner-offset",
            paramLabel = "D",
            description = "pair i with N/2 + (i + D) mod N/2 (default ${DEFAULT-VALUE})",
            defaultValue = "0")
    public int partnerOffset;

    @Option(names = "--access", paramLabel = "MODE", description = "putget, ptr or both", defaultValue = "both")
    private String access;

    @Option(
            names = "--algorithm",
            paramLabel = "LIST",
            split = ",",
            description = "reduction algorithms, by the names of the library, or all")
    public List<String> algorithms = new ArrayList<>();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "element type of the reductions: int, long, float or double (default ${DEFAULT-VALUE})",
            defaultValue = "double")
    private String typeName;

    @Option(
            names = "--stride",
            paramLabel = "N",
            description = "elements from one to the next in the strided tests (default ${DEFAULT-VALUE})",
            defaultValue = "2")
    public int stride;

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            description = "operations per row; default: what fits the time")
    public int iterations;

    @Option(
            names = {"-x", "--warmup"},
            paramLabel = "N",
            description = "operations before them, at least; there is always a warm-up by time")
    public int warmup;

    @Option(
            names = {"-c", "--check"},
            description = "run each row a few times and compare every element of its results; measure nothing")
    public boolean check;

    @Option(
            names = "--launches",
            paramLabel = "R",
            description =
                    "jobs to start for each figure, each with fresh JVMs; default 6, and 1 with --quick or in virtual"
                            + " time")
    private Integer jobs;

    @Option(names = "--quick", description = "a rough figure will do: one launch, half the time a row")
    public boolean quick;

    @Option(
            names = "--peer",
            description =
                    "measure C programs in turn with it that do the same by OpenSHMEM and MPI, where oshcc and mpicc"
                            + " are")
    public boolean peer;

    @Option(names = "--launch-into", hidden = true, description = "this is one launch: its results go to that file")
    public Path into;

    @Option(names = "--no-floors", description = "leave the C floors out")
    private boolean noFloors;

    @Option(names = "--no-progress", description = "do not print on stderr which test runs")
    private boolean noProgress;

    @Mixin
    public final Sinks sinks = new Sinks();

    public List<Test> tests;

    /// Whether the tests are the default set.
    protected boolean usual;

    /// Bytes or elements that the user named; empty for the default ones.
    public List<Long> sizes = List.of();

    public List<Access> accesses;
    public OperandType type;
    public int launches;
    public boolean floors;
    public boolean progress;

    /// Checks the options and sets what follows from them.
    protected final void settle() {
        checkAtLeast("--partner-offset", partnerOffset, 0, "negative");
        checkAtLeast("--stride", stride, 1, "not a stride");
        checkAtLeast("--iterations", iterations, 0, "negative");
        checkAtLeast("--warmup", warmup, 0, "negative");
        if (jobs != null && jobs < 1)
            throw new InvalidArguments("--launches " + jobs + " starts nothing; give 1 or more");
        for (int count : pairCounts) checkAtLeast("--pairs", count, 1, "not a number of pairs");
        pairCounts = pairCounts.stream().distinct().sorted().toList();
        try {
            if (sizeList != null) sizes = Sizes.parse(sizeList);
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments("--sizes: " + e.getMessage());
        }
        accesses = Sinks.one("--access", access, ACCESSES);
        type = Sinks.one("--type", typeName, TYPES);
        launches = into != null ? 1 : jobs != null ? jobs : quick || check ? 1 : Comparison.LAUNCHES;
        floors = !noFloors && !check;
        progress = !noProgress;
    }

    private static void checkAtLeast(String option, int value, int least, String fault) {
        if (value >= least) return;
        String remedy = "; give " + least + " or more";
        throw new InvalidArguments(option + " " + value + " is " + fault + remedy);
    }

    /// The pair counts of a test: those that the user named. By default they are 1, 2, 8 and half the PEs for a
    /// test of sharing. For other tests they are 1, and half the PEs if each PE has a core and time is real.
    public List<Integer> pairs(Test test, Where where) {
        if (!pairCounts.isEmpty()) return pairCounts;
        int half = where.npes() / 2;
        var counts = new TreeSet<Integer>();
        for (int count : test.sharing()
                ? new int[] {1, 2, 8, half}
                : new int[] {1, where.virtual() || where.crowded() ? 1 : half}) {
            if (count >= 1 && count <= half) counts.add(count);
        }
        return List.copyOf(counts);
    }

    /// The sizes of a test: those that the user named, or powers of two that fit the free heap, up to 4 MiB or
    /// 1 Mi elements.
    public List<Long> sizes(Test test, Where where, int npes, long free) {
        int unit = test.unit(this);
        if (unit == 0) return List.of();
        if (!sizes.isEmpty()) return sizes;
        long last = unit == 1 ? test.largest(where) : MOST_ELEMENTS;
        if (check) last = Math.min(last, MOST_CHECKED);
        if (where.virtual()) last = Math.min(last, MOST_SIMULATED / unit); // one thread moves the bytes of all PEs
        while (last > 1 && test.heap(this, last * unit, npes) > free) last >>= 1;
        return sizes(unit, last);
    }

    /// The sizes that the user named, or powers of two up to `last`: every other one for tests by name. The default
    /// set takes every third from 8 bytes on, among them a word, a line and the content of each cache.
    public List<Long> sizes(int unit, long last) {
        if (!sizes.isEmpty()) return sizes;
        return usual ? Sizes.powers(unit == 1 ? Long.BYTES : 1, last, 3) : Sizes.powers(1, last, 2);
    }

    /// Refuses settings that this job cannot run. Every PE calls it before the first row, with equal numbers.
    /// `unpaired` are the tests that run on any number of PEs.
    public void refuse(int npes, long free, List<String> unpaired) {
        for (Test test : tests) {
            if (test.paired() && npes % 2 != 0) throw odd(test, npes, unpaired);
            int unit = test.unit(this);
            if (unit == 0 || sizes.isEmpty()) continue;
            long bytes = sizes.getLast() * unit;
            long needed = test.heap(this, bytes, npes);
            if (needed > free) {
                throw new InvalidArguments(test.name() + " at " + bytes + " bytes needs " + needed
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

    private static InvalidArguments odd(Test test, int npes, List<String> unpaired) {
        return new InvalidArguments(test.name() + " needs an even number of PEs, which it divides into pairs, not "
                + npes + "; use -np " + (npes + 1) + ", or tests that need no pairs: " + String.join(", ", unpaired));
    }
}
