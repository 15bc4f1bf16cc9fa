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
        line("# OSU OpenSHMEM " + test + " Test v" + VERSION);
    }

    /// The columns of a test of sizes.
    void columns(String name) {
        line(left("# Size", 10) + right(name, 20));
    }

    void row(long size, double value) {
        line(left(size + "", 10) + right(value, 20));
    }

    void overlapColumns() {
        line("# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait");
        line("");
        line(left("# Size", 10)
                + right("Compute(us)", 20)
                + right("Coll. Init(us)", 20)
                + right("MPI_Wait(us)", 20)
                + right("Pure Comm.(us)", 20)
                + right("Overlap(%)", 20));
    }

    /// OSU prints these numbers in narrower columns than their names.
    void overlap(long size, double compute, double call, double wait, double alone, double overlap) {
        var line = new StringBuilder(left(size + "", 10));
        for (double value : new double[] {compute, call, wait, alone, overlap}) line.append(right(value, 17));
        line(line.toString());
    }

    void atomicsColumns() {
        line(left("# Operation", 20) + right("Million ops/s", 20) + right("Latency (us)", 20));
    }

    void atomic(String operation, double millions, double micros) {
        line(left(operation, 20) + right(millions, 20) + right(micros, 20));
    }

    /// The columns of a collective; a barrier has no sizes.
    void collectiveColumns(boolean sizes) {
        line((sizes ? left("# Size", 10) + right("Avg Latency(us)", 20) : "# Avg Latency(us)")
                + (full ? right("Min Latency(us)", 20) + right("Max Latency(us)", 20) + right("Iterations", 12) : ""));
    }

    /// Times of a collective over PEs; `size` is 0 for a barrier.
    void collective(long size, double average, double least, double most, int iterations) {
        line((size == 0 ? right(average, 17) : left(size + "", 10) + right(average, 20))
                + (full ? right(least, 20) + right(most, 20) + right(iterations + "", 12) : ""));
    }

    private void line(String text) {
        if (out == null) return;
        out.println(text);
        out.flush();
    }

    private static String left(String text, int width) {
        return String.format(Locale.ROOT, "%-" + width + "s", text);
    }

    private static String right(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    private static String right(double value, int width) {
        return right(String.format(Locale.ROOT, "%.2f", value), width);
    }
}
