// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.io.PrintStream;
import java.util.Locale;

/// The lines that OSU's tests print: two decimals, a first column of 10 characters, further ones of 20.
final class OsuOutput {
    private static final String VERSION = "7.5";

    private final PrintStream out;
    private final boolean full;

    /// `out` is null on PEs that print nothing.
    OsuOutput(PrintStream out, boolean full) {
        this.out = out;
        this.full = full;
    }

    void title(String test) {
        line("# OSU OpenSHMEM %s Test v%s", test, VERSION);
    }

    /// The columns of a test of sizes.
    void columns(String name) {
        line("%-10s%20s", "# Size", name);
    }

    void row(long size, double value) {
        line("%-10d%20.2f", size, value);
    }

    void overlapColumns() {
        line("# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait%n");
        String names = "# Size,Compute(us),Coll. Init(us),MPI_Wait(us),Pure Comm.(us),Overlap(%)";
        line("%-10s%20s%20s%20s%20s%20s", (Object[]) names.split(","));
    }

    /// OSU prints these numbers in narrower columns than their names.
    void overlap(long size, double compute, double call, double wait, double alone, double overlap) {
        line("%-10d%17.2f%17.2f%17.2f%17.2f%17.2f", size, compute, call, wait, alone, overlap);
    }

    void atomicsColumns() {
        line("%-20s%20s%20s", "# Operation", "Million ops/s", "Latency (us)");
    }

    void atomic(String operation, double millions, double micros) {
        line("%-20s%20.2f%20.2f", operation, millions, micros);
    }

    /// The columns of a collective; a barrier has no sizes.
    void collectiveColumns(boolean sizes) {
        String others = full ? "%20s%20s%12s" : "";
        String names = "Avg Latency(us),Min Latency(us),Max Latency(us),Iterations";
        line((sizes ? "# Size    %20s" : "# %s") + others, (Object[]) names.split(","));
    }

    /// Times of a collective over PEs; `size` is 0 for a barrier.
    void collective(long size, double average, double least, double most, int iterations) {
        String others = full ? "%3$20.2f%4$20.2f%5$12d" : "";
        line((size == 0 ? "%2$17.2f" : "%1$-10d%2$20.2f") + others, size, average, least, most, iterations);
    }

    private void line(String format, Object... values) {
        if (out == null) return;
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
