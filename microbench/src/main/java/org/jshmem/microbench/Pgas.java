// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.microbench.calibrate.CacheLines;
import org.jshmem.microbench.calibrate.CacheStates;
import org.jshmem.microbench.mpi.MpiBenchmark;
import org.jshmem.microbench.pgas.Allocation;
import org.jshmem.microbench.pgas.Atomics;
import org.jshmem.microbench.pgas.Bandwidth;
import org.jshmem.microbench.pgas.Calls;
import org.jshmem.microbench.pgas.Collectives;
import org.jshmem.microbench.pgas.Latency;
import org.jshmem.microbench.pgas.Mailboxes;
import org.jshmem.microbench.pgas.MeasuredCollective;
import org.jshmem.microbench.pgas.PingPong;
import org.jshmem.microbench.pgas.PutSignal;
import org.jshmem.microbench.pgas.StridedCopies;
import org.jshmem.microbench.pgas.Synchronisation;
import org.jshmem.microbench.pgas.Waits;
import org.jshmem.microbench.reference.CReference;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.microbench.runner.WordTime;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Where;

/// The PGAS microbenchmark suite: `bin/oshrun -np N pgas [BENCHMARK...] [options]`.
///
/// The backend's clock times all operations, so one program measures the real machine and a simulated one.
public record Pgas(Shmem sh, SuiteOptions options, List<Benchmark> benchmarks, Where where) {
    private static final String NAME = "pgas";
    private static final String NO_ADDRESSES = "not all PEs have addresses for each other's memory here";

    /// All benchmarks, in the order in which they run.
    static final List<Benchmark> ALL = Stream.of(
                    List.of(
                            new Latency("putget"),
                            new Bandwidth("put", Bandwidth.Kind.ONE_WAY, true),
                            new Bandwidth("get", Bandwidth.Kind.ONE_WAY, false),
                            new Bandwidth("put-nbi", Bandwidth.Kind.WINDOW, true),
                            new Bandwidth("bidir-put", Bandwidth.Kind.BOTH_WAYS, true),
                            new Bandwidth("bidir-get", Bandwidth.Kind.BOTH_WAYS, false),
                            new StridedCopies("strided-put", true),
                            new StridedCopies("strided-get", false),
                            new Bandwidth("random-put", Bandwidth.Kind.RANDOM, true),
                            new Bandwidth("random-get", Bandwidth.Kind.RANDOM, false),
                            new Calls("calls"),
                            new Atomics("atomics"),
                            new PingPong("pingpong"),
                            new PutSignal("putsignal"),
                            new Waits("waits"),
                            new Mailboxes("mailbox"),
                            new MpiBenchmark("mpi")),
                    Synchronisation.MEETINGS,
                    Stream.of(MeasuredCollective.values()).map(Collectives::new).toList(),
                    List.of(
                            Synchronisation.LOCK,
                            new Allocation("allocation"),
                            new CacheStates("cache-load", false),
                            new CacheStates("cache-store", true)),
                    CacheLines.ALL)
            .<Benchmark>flatMap(List::stream)
            .toList();

    private static final String CACHE = "cache-";

    /// Left out of a run without names, besides those of caches.
    private static final List<String> SELDOM = List.of(
            "put-nbi",
            "bidir-get",
            "strided-get",
            "random-get",
            "mpi",
            "collect",
            "alltoalls",
            "exscan",
            "reduce-root");

    public static void main(String[] args) {
        Shmem.run(args, Pgas::run);
    }

    /// Parses and checks the arguments, then measures: every error in the arguments ends the job before the
    /// first row.
    static void run(Shmem sh, String... args) throws IOException {
        try {
            measure(sh, args);
        } catch (InvalidArguments refused) {
            refused.end(sh, NAME);
        }
    }

    private static void measure(Shmem sh, String... args) throws IOException {
        var usage = new StringBuilder();
        SuiteOptions options = SuiteOptions.parse(args, usage);
        if (options == null) {
            if (sh.myPe() == 0) {
                System.out.print(usage);
                System.out.println("Benchmarks: " + String.join(", ", names()));
            }
            return;
        }
        List<Benchmark> benchmarks = chosen(options.names, sh.nPes());
        options.refuse(benchmarks, sh.nPes(), sh.largestFree() - Runner.heap(options));
        for (Benchmark one : benchmarks) Collectives.check(one, options, sh.world());
        if (sh.myPe() == 0) options.output.open();
        sh.syncAll(); // here PE 0 has opened its files, or has ended the job because it cannot write one
        new Pgas(sh, options, benchmarks, Where.of(sh)).run();
    }

    static List<String> names() {
        return ALL.stream().map(Benchmark::name).toList();
    }

    /// The benchmarks of these names, in order; without names the default set. A group has no paired benchmark if the
    /// number of PEs is odd.
    static List<Benchmark> chosen(List<String> names, int npes) {
        var all = new LinkedHashSet<Benchmark>();
        for (String name : names.isEmpty() ? List.of("") : names) {
            List<Benchmark> group = ALL.stream()
                    .filter(one -> name.equals("all")
                            || name.equals("cache") && one.name().startsWith(CACHE)
                            || name.isEmpty() && !one.name().startsWith(CACHE) && !SELDOM.contains(one.name()))
                    .filter(one -> !one.paired() || npes % 2 == 0)
                    .toList();
            all.addAll(group);
            if (!group.isEmpty()) continue;
            all.add(ALL.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> InvalidArguments.unknown("BENCHMARK", name, names())));
        }
        return List.copyOf(all);
    }

    private void run() throws IOException {
        boolean several = options.forks > 1
                && !where.virtual()
                && sh.world().reduce(Op.MIN, sh.myPe() != 0 || Forks.canFork() ? 1L : 0L) == 1;
        boolean first = sh.myPe() == 0;
        List<String> notes = notes(several);
        try (var runner = new Runner(sh, options, where, options.output)) {
            checkAddresses(runner, notes);
            if (first) options.output.header(where, notes);
            if (several) print(Forks.run(sh, options.forks));
            else rows(runner);
        }
        if (first) options.output.end(sh, where);
    }

    private void checkAddresses(Runner runner, List<String> notes) {
        if (runner.direct) return;
        if (runner.accesses().isEmpty()) throw new InvalidArguments("--access ptr: " + NO_ADDRESSES);
        if (options.accesses.contains(Access.PTR)) notes.add("by put and get alone: " + NO_ADDRESSES);
    }

    private void rows(Runner runner) throws IOException {
        CReference c = sh.myPe() == 0 && options.reference && !where.virtual() ? CReference.of(where, options) : null;
        int number = 0;
        double before = WordTime.oneWay(sh, where, options.check);
        for (Benchmark one : benchmarks) {
            if (sh.myPe() == 0) {
                System.err.println(NAME + ": " + ++number + " of " + benchmarks.size() + ", " + one.name());
                options.output.begin(one.name(), one.about());
                if (c != null) c.measure(one, sh.largestFree()).forEach(options.output::row);
            }
            sh.barrierAll(); // the other PEs sleep while C runs
            one.run(runner);
        }
        double after = WordTime.oneWay(sh, where, options.check);
        if (sh.myPe() == 0 && before > 0) options.output.pingPong(before, after);
    }

    /// Prints merged results in the form in which measured ones are printed.
    private void print(List<Result> results) {
        for (Benchmark one : benchmarks) {
            List<Result> own = results.stream()
                    .filter(result -> result.row().benchmark().equals(one.name()))
                    .toList();
            if (own.isEmpty()) continue;
            options.output.begin(one.name(), one.about());
            own.forEach(options.output::row);
        }
    }

    private List<String> notes(boolean several) {
        var notes = new ArrayList<String>();
        if (options.check) notes.add("each row runs a few times and nothing is measured: times mean nothing");
        else if (several)
            notes.add("the median of the medians of " + options.forks
                    + " forks with fresh JVMs each; interval: 95 %, of" + " these medians");
        else if (!where.virtual())
            notes.add("one fork: intervals are of its samples and do not predict the next start");
        if (options.latency)
            notes.add("each call is timed by itself, with one reading of the clock; ns is the median"
                    + (options.rate() == 0 ? "" : "; a call's time begins when it is due"));
        notes.add(
                "times are nanoseconds per operation and hold a part of one reading of the clock; MB/s are 10^6 bytes/s"
                        + " of one pair or PE");
        if (options.reference)
            notes.add("x C: divided by C's time, gcc -O3 -march=native, measured before each benchmark");
        return notes;
    }
}
