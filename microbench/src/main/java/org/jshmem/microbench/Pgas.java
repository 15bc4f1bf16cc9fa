// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.microbench.beside.PeerLibraries;
import org.jshmem.microbench.collective.ReductionModes;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.Neighbours;
import org.jshmem.microbench.harness.ResultOutput;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.microbench.harness.ThisJob;
import org.jshmem.microbench.launch.Launches;
import org.jshmem.microbench.osu.Osu;
import org.jshmem.microbench.page.Contest;
import org.jshmem.microbench.page.Reporting;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// The PGAS microbenchmark suite: `bin/oshrun -np N pgas [TEST...] [options]`.
///
/// The backend's clock times all operations, so one program measures the real machine and a simulated one.
public final class Pgas {
    private static final String NAME = "pgas";

    private final Shmem sh;
    private final SuiteSettings settings;
    private final Where where;
    private final boolean first;

    private Pgas(Shmem sh, SuiteSettings settings, Where where) {
        this.sh = sh;
        this.settings = settings;
        this.where = where;
        first = sh.myPe() == 0;
    }

    private static final String NO_ADDRESSES = "not all PEs have addresses for each other's memory here";

    public static void main(String[] args) {
        Shmem.run(args, Pgas::run);
    }

    /// Parses and checks the arguments, then measures: every error in the arguments ends the job before the
    /// first test.
    static void run(Shmem sh, String[] args) throws IOException {
        try {
            if (Osu.isMeant(args)) {
                osu(sh, args);
                return;
            }
            var usage = new StringBuilder();
            SuiteSettings settings = SuiteOptions.parse(args, sh.nPes(), usage);
            if (settings == null) {
                if (sh.myPe() == 0) System.out.print(usage);
                return;
            }
            settings.refuse(sh.nPes(), sh.largestFree() - Bench.heap(), Tests.unpaired());
            ReductionModes.known(sh.world(), settings.algorithms);
            Reporting report = sh.myPe() == 0 && settings.into == null ? Reporting.open(settings.sinks) : null;
            sh.syncAll(); // here PE 0 has opened its files, or has ended the job because it cannot write one
            new Pgas(sh, settings, ThisJob.of(sh)).run(report);
        } catch (InvalidArguments refused) {
            refused.end(sh, NAME);
        }
    }

    private static void osu(Shmem sh, String... args) {
        try {
            Osu.run(sh, System.out, args);
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments(e.getMessage());
        }
    }

    private void run(Reporting report) throws IOException {
        var neighbours = Neighbours.watch(sh);
        var launches = new Launches(sh, settings, where);
        boolean several = launches.wanted();
        var out = new ResultOutput(NAME, settings.sinks.format(), System.out, settings.progress ? System.err : null);
        var notes = new ArrayList<String>();
        List<Result> results;
        if (several) {
            results = launches.run();
            notes.add("the fastest of " + settings.launches
                    + " launches with fresh JVMs each, confirmed by a second one within 10 %;"
                    + " interval: 95 %, of the launches' medians");
            notes.addAll(notes(null));
            if (first) print(out, results, notes);
        } else {
            results = measure(settings.into == null ? out : out.quiet(), notes);
        }
        // each of several launches has watched for itself
        double share = several ? outside(results) : neighbours.share();
        if (!first) return;
        results = results.stream()
                .map(result -> several ? result : result.change().outside(share).made())
                .toList();
        if (settings.into != null) {
            Results.write(settings.into, results);
            return;
        }
        Contest.verdicts(results).forEach(out::note);
        report.end(sh, where, out, results, share, notes);
    }

    private static double outside(List<Result> results) {
        return results.stream().mapToDouble(Result::outside).max().orElse(0);
    }

    private List<Result> measure(ResultOutput out, List<String> notes) throws IOException {
        var floors = first && settings.floors && !where.virtual() ? Floors.compile() : Floors.none();
        var bench = new Bench(sh, settings, where, floors, out);
        if (!bench.isDirect()) {
            if (bench.accesses().isEmpty()) throw new InvalidArguments("--access ptr: " + NO_ADDRESSES);
            if (settings.accesses.contains(Access.PTR)) notes.add("by put and get alone: " + NO_ADDRESSES);
        }
        if (settings.check) notes.add("results are compared and nothing is measured: times mean nothing");
        else if (!where.virtual())
            notes.add("one launch: intervals are of its samples and do not predict the next start");
        notes.addAll(notes(bench));
        if (settings.floors && first && !where.virtual() && !floors.available())
            notes.add("floor: none, gcc is not there");
        if (first) out.header(where, notes);
        bench.warmTogether(
                n -> { // every row has barriers in it
                    for (int i = 0; i < n; i++) sh.barrierAll();
                });
        int number = 0;
        for (Test test : settings.tests) {
            if (test.direct() && !bench.isDirect() && !where.virtual())
                throw new InvalidArguments(test.name() + ": " + NO_ADDRESSES);
            if (first) out.begin(test, ++number, settings.tests.size());
            test.run(bench);
        }
        bench.close();
        sh.barrierAll();
        if (first && settings.peer && settings.into == null) {
            for (Result result : PeerLibraries.of(where, settings).measure(true)) out.row(result);
        }
        return out.results();
    }

    /// Prints merged results in the form in which measured ones are printed.
    private void print(ResultOutput out, List<Result> results, List<String> notes) {
        out.header(where, notes);
        for (Test test : settings.tests) {
            List<Result> own = results.stream()
                    .filter(result -> result.benchmark().equals(test.name()))
                    .toList();
            if (own.isEmpty()) continue;
            out.begin(test.name(), test.about());
            own.forEach(out::row);
        }
    }

    private List<String> notes(Bench bench) {
        var notes = new ArrayList<String>();
        if (where.virtual()) {
            notes.add("a sample is timed by the virtual clock, which costs nothing; floor: the machine's own copy");
        } else {
            String clock = bench == null ? "" : ", about " + Math.round(bench.clockNanos()) + " ns";
            notes.add("a sample, and an operation timed by itself, holds one reading of the clock" + clock
                    + "; nothing is subtracted");
            notes.add("floor: C, gcc -O3 -march=native, in turn with it");
        }
        notes.add("times are nanoseconds per operation; MB/s are 10^6 bytes/s of one pair or PE");
        return notes;
    }
}
