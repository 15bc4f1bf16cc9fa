// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.util.List;
import org.jshmem.Shmem;

/// The PGAS microbenchmark suite: `bin/oshrun -np N pgas [TEST...] [options]`.
///
/// What is timed is timed with the backend's clock, so the same program measures the real machine and a simulated one.
public final class Pgas {
    private static final String NAME = "pgas";

    private Pgas() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, Pgas::run);
    }

    /// Parses, checks, then measures: whatever is wrong with the arguments is said before anything runs.
    static void run(Shmem sh, String[] args) throws IOException {
        Settings settings;
        Report report;
        try {
            var usage = new StringBuilder();
            settings = Options.parse(args, sh.nPes(), usage);
            if (settings == null) {
                if (sh.myPe() == 0) System.out.print(usage);
                return;
            }
            settings.check(sh.nPes(), sh.largestFree() - Bench.heap());
            report = sh.myPe() == 0 ? settings.sinks().open() : null;
        } catch (Refusal refused) {
            refused.end(sh, NAME);
            return;
        }
        sh.syncAll(); // what only PE 0 can refuse, an unwritable file, it has refused by now
        measure(sh, settings, report);
    }

    private static void measure(Shmem sh, Settings settings, Report report) throws IOException {
        var where = Surroundings.of(sh);
        boolean first = sh.myPe() == 0;
        var floors = first && settings.floors() && !where.simulated() ? Floors.compile() : Floors.none();
        var out = new Output(NAME, settings.sinks().format(), System.out, settings.progress() ? System.err : null);
        var bench = new Bench(sh, settings, where, floors, out);
        if (first) out.header(where, notes(bench, floors));
        var neighbours = Neighbours.watch(sh);
        bench.warmTogether(
                n -> { // every row has barriers in it
                    for (int i = 0; i < n; i++) sh.barrierAll();
                });
        int number = 0;
        for (Test test : settings.tests()) {
            bench.begin(test, ++number, settings.tests().size());
            test.run(bench);
        }
        bench.close();
        String others = where.simulated() ? "" : neighbours.note();
        if (!others.isEmpty()) out.note(others);
        if (first) report.write(where, out.rows(), others);
        sh.barrierAll();
    }

    private static List<String> notes(Bench bench, Floors floors) {
        var where = bench.where;
        String overhead = where.simulated()
                ? "a sample is timed by the virtual clock, which costs nothing"
                : "a sample holds the cost of reading the clock, about " + Math.round(bench.overheadNanos())
                        + " ns for all its operations; nothing is subtracted";
        String floor = where.simulated()
                ? "floor: the machine's own copy"
                : floors.available()
                        ? "floor: C, gcc -O3 -march=native, run beside it"
                        : bench.settings.floors() ? "floor: none, gcc is not there" : "floor: none asked for";
        return List.of(overhead, floor, "times are nanoseconds per operation; MB/s are 10^6 bytes/s of one pair or PE");
    }
}
