// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Statistics;

/// The fit of the costs of lines to times that were measured elsewhere: `oshrun calibrate fit FILE.csv`.
///
/// A row `state,bytes,ns` is a copy of lines in the `own` cache, in that of an `other` core, or in `memory`. Copies of
/// one line give R_L, R_R and R_I. Longer ones give o, q and p of R's eq. 2, `ns = o n + q - p / n - R_R` for n lines,
/// by least squares of relative errors.
final class CopyFit {
    private static final String ROW = "(own|other|memory),[0-9]{1,12},[0-9]{1,12}([.][0-9]+)?";
    private static final int LINE = CacheStates.LINE;

    private record Copy(String state, double lines, double ns) {}

    private final String file;
    private final List<Copy> copies = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private double other; // R_R

    private CopyFit(String file) {
        this.file = file;
    }

    /// The parameters as members of a machine file.
    static String of(String file, List<String> rows) {
        var fit = new CopyFit(file);
        rows.stream().dropWhile(row -> row.startsWith("state")).forEach(fit::row);
        fit.line("own", "R_L");
        fit.other = fit.line("other", "R_R");
        fit.line("memory", "R_I");
        fit.longer("other", "E");
        fit.longer("memory", "I");
        return fit.text.toString();
    }

    private void row(String row) {
        String[] cells = (row.matches(ROW) ? row : ",0,0").split(",");
        var copy = new Copy(cells[0], Math.ceil(Double.parseDouble(cells[1]) / LINE), Double.parseDouble(cells[2]));
        if (copy.lines * copy.ns == 0)
            throw refused(": '%s' is no copy; write own, other or memory, bytes and ns, such as other,4096,1250", row);
        copies.add(copy);
    }

    private InvalidArguments refused(String format, Object... values) {
        return new InvalidArguments(file + format.formatted(values));
    }

    private List<Copy> of(String state, boolean several) {
        return copies.stream()
                .filter(c -> c.state.equals(state) && c.lines > 1 == several)
                .toList();
    }

    private double line(String state, String symbol) {
        double[] times = of(state, false).stream().mapToDouble(Copy::ns).toArray();
        if (times.length == 0) throw refused(" has no copy of one line of %d bytes in state %s; add one", LINE, state);
        double line = Statistics.median(times);
        add(symbol, line, DoubleStream.of(times).map(ns -> line / ns - 1));
        return line;
    }

    private void longer(String state, String kind) {
        List<Copy> of = of(state, true);
        long sizes = of.stream().mapToDouble(Copy::lines).distinct().count();
        if (sizes < 3) throw refused(" has %d sizes beyond a line in state %s; o, q and p need 3", sizes, state);
        double[] all = squares(of, 3);
        double[] x = all[2] < 0 ? squares(of, 2) : all; // p is not negative
        for (int i = 0; i < 3; i++) {
            DoubleStream errors =
                    of.stream().mapToDouble(c -> (x[0] * c.lines + x[1] - x[2] / c.lines - other) / c.ns - 1);
            add("oqp".charAt(i) + "_" + kind, x[i], errors);
        }
    }

    /// The constants of the first terms of the equation, 0 for the others, by the normal equations.
    private double[] squares(List<Copy> of, int terms) {
        double[][] a = new double[terms][terms + 1];
        for (Copy c : of) {
            double[] row = {c.lines, 1, -1 / c.lines};
            for (int i = 0; i < terms; i++) {
                for (int j = 0; j < terms; j++) a[i][j] += row[i] * row[j] / (c.ns * c.ns);
                a[i][terms] += row[i] * (c.ns + other) / (c.ns * c.ns);
            }
        }
        for (int i = 0; i < terms; i++) { // by Gauss and Jordan; a positive definite matrix needs no choice of pivots
            for (int j = terms; j >= i; j--) a[i][j] /= a[i][i];
            for (int r = 0; r < terms; r++) for (int j = terms; j >= i && r != i; j--) a[r][j] -= a[r][i] * a[i][j];
        }
        double[] x = new double[3];
        for (int i = 0; i < terms; i++) x[i] = a[i][terms];
        return x;
    }

    private void add(String symbol, double value, DoubleStream relative) {
        if (value < 0) throw refused(" gives %s = %.1f ns, less than 0; add longer copies", symbol, value);
        double[] errors = relative.map(e -> 100 * Math.abs(e)).sorted().toArray();
        String member =
                "{\"symbol\": \"%s\", \"value\": %s, \"unit\": \"ns\", \"role\": \"FIT\", \"source\": \"%s: %d copies, median residual %.1f %%, worst %.1f %%\"},%n";
        double median = Statistics.median(errors);
        double rounded = Math.round(1000 * value) / 1000.0;
        double worst = errors[errors.length - 1];
        text.append(String.format(Locale.ROOT, member, symbol, rounded, file, errors.length, median, worst));
    }
}
