// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.report.Figure;
import org.jshmem.report.Page;
import org.jshmem.report.ParsingErrors;
import org.jshmem.report.Table;
import org.jshmem.report.Where;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Kohler's ladder: the gain of each step from RCCE's sums to sums on the on-chip buffers, over the length of the
/// vector.
///
/// ```
/// bin/oshrun -np 48 --machine scc ladder
/// ```
@Command(
        name = "ladder",
        description = "Times sums of vectors of doubles by algorithms that build on each other, and draws them.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Ladder {
    /// Reductions in the order in which the paper derives each from the one before, and `rcce-lines`, which is
    /// not from the paper. A service provides them.
    static final List<String> STEPS = List.of("rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct", "rcce-lines");

    @Option(names = "--from", paramLabel = "N", description = "shortest vector (default: ${DEFAULT-VALUE} doubles)")
    private int from = 500;

    @Option(names = "--to", paramLabel = "N", description = "longest vector (default: ${DEFAULT-VALUE} doubles)")
    private int to = 700;

    @Option(names = "--step", paramLabel = "N", description = "from one to the next (default: ${DEFAULT-VALUE})")
    private int step = 1;

    @Option(
            names = "--algorithms",
            paramLabel = "NAME",
            split = ",",
            description =
                    "names of reductions, the first one is the baseline (default: rcce,ircce,rcce-light,rcce-even,rcce-direct,rcce-lines)")
    private List<String> algorithms = STEPS;

    @Option(names = "--output", paramLabel = "DIR", description = "where the page goes (default: ${DEFAULT-VALUE})")
    private Path output = Path.of("ladder-report");

    @Option(names = "--help", usageHelp = true, description = "print this help and exit")
    private boolean help;

    private Ladder() {}

    /// Runs the ladder as one PE of the job.
    public static void main(String[] args) {
        Shmem.run(args, Ladder::run);
    }

    /// Runs the ladder as one PE of a running job. Collective.
    static void run(Shmem sh, String... args) throws IOException {
        Ladder ladder = new Ladder();
        CommandLine line = new CommandLine(ladder);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw refused(sh, ParsingErrors.text(e));
        }
        if (!ladder.help) ladder.climb(sh);
        else if (sh.myPe() == 0) line.usage(System.out);
    }

    private static Error refused(Shmem sh, String why) {
        return Gcmc.refused(sh, "ladder", why);
    }

    private void climb(Shmem sh) throws IOException {
        if (from < 1 || to < from || step < 1) {
            throw refused(sh, "--from=%d --to=%d --step=%d make no range".formatted(from, to, step));
        }
        Gcmc.choose(sh, "ladder", "--algorithms", Collective.REDUCE, algorithms);
        if (sh.myPe() == 0 && !canWrite()) { // PE 0 writes the page
            throw refused(
                    sh,
                    "--output=%s cannot be written; name a folder that exists and can be written".formatted(output));
        }
        SymDoubles src = sh.doubles(to);
        SymDoubles dst = sh.doubles(to);
        double[] mine = new double[to];
        for (int i = 0; i < to; i++) mine[i] = i + sh.myPe();
        src.put(0, mine, 0, to, sh.myPe());
        Map<String, double[]> times = new LinkedHashMap<>();
        var progress = new Progress(sh, "ladder");
        for (String algorithm : algorithms) times.put(algorithm, times(sh, algorithm, dst, src, progress));
        JvmsAndHosts placed = JvmsAndHosts.of(sh);
        if (sh.myPe() == 0) tell(sh, placed, times);
    }

    private boolean canWrite() {
        try {
            return Files.isWritable(Files.createDirectories(output));
        } catch (IOException e) {
            return false;
        }
    }

    /// Microseconds on PE 0 for each length, with the vectors in its caches.
    private double[] times(Shmem sh, String algorithm, SymDoubles dst, SymDoubles src, Progress progress) {
        sh.world().algorithm(Collective.REDUCE, algorithm);
        sh.world().reduce(Op.SUM, dst, src, to);
        double[] times = new double[(to - from) / step + 1];
        for (int i = 0; i < times.length; i++) {
            int n = from + i * step;
            sh.barrierAll();
            long start = sh.nanoTime();
            sh.world().reduce(Op.SUM, dst, src, n);
            times[i] = (sh.nanoTime() - start) / 1e3;
            check(sh, algorithm, dst, n);
            progress.at(algorithm + ", length", i + 1, times.length);
        }
        return times;
    }

    private static void check(Shmem sh, String algorithm, SymDoubles dst, int n) {
        double[] sums = new double[n];
        dst.get(0, sums, 0, n, sh.myPe());
        double ranks = sh.nPes() * (sh.nPes() - 1) / 2.0;
        for (int i = 0; i < n; i++) {
            if (sums[i] == (double) sh.nPes() * i + ranks) continue;
            throw new IllegalStateException("PE %d/%d: ladder: sum by %s of %d doubles is wrong, element=%d value=%s"
                    .formatted(sh.myPe(), sh.nPes(), algorithm, n, i, sums[i]));
        }
    }

    private void tell(Shmem sh, JvmsAndHosts placed, Map<String, double[]> times) throws IOException {
        System.out.println("doubles," + String.join(",", times.keySet()));
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i <= (to - from) / step; i++) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(from + i * step)));
            for (double[] of : times.values()) cells.add(String.format(Locale.ROOT, "%.1f", of[i]));
            System.out.println(String.join(",", cells));
            rows.add(cells);
        }
        String found = found(times);
        System.out.println("# " + found);
        List<String> columns = new ArrayList<>(List.of("doubles"));
        columns.addAll(times.keySet());
        Path page = new Page("A ladder of sums", found)
                .where(Where.now(
                        sh.machine(), sh.virtualTime(), sh.nPes(), placed.jvms(), placed.hosts(), Ladder.class))
                .section(
                        "Sums over " + sh.nPes() + " PEs",
                        "Each algorithm is the one before with one thing changed: messages that block, requests, lightweight"
                                + " messages, even blocks, sums in the mailboxes; and blocks of whole lines.",
                        List.of(figure(times)),
                        List.of(new Table("us on PE 0", true, columns, rows)))
                .write(output);
        System.out.println("# page: " + page);
    }

    /// For each algorithm the largest ratio of the baseline's time to its time, and the length where it occurs.
    private String found(Map<String, double[]> times) {
        double[] base = times.get(algorithms.getFirst());
        StringBuilder text = new StringBuilder("faster than " + algorithms.getFirst() + " by up to");
        String mark = " ";
        for (String algorithm : algorithms.subList(1, algorithms.size())) {
            double[] of = times.get(algorithm);
            int best = 0;
            for (int i = 0; i < of.length; i++) if (base[i] / of[i] > base[best] / of[best]) best = i;
            text.append(String.format(
                    Locale.ROOT,
                    "%s%s %.2f (at %d doubles)",
                    mark,
                    algorithm,
                    base[best] / of[best],
                    from + best * step));
            mark = ", ";
        }
        return text.toString();
    }

    private Figure figure(Map<String, double[]> times) {
        List<Figure.Series> series = new ArrayList<>();
        times.forEach((name, of) -> {
            List<Figure.Point> points = new ArrayList<>();
            for (int i = 0; i < of.length; i++) {
                points.add(new Figure.Point(from + i * step, of[i], of[i], of[i], "1 call", ""));
            }
            series.add(new Figure.Series(name, name, "", "", true, points));
        });
        return new Figure(
                "ladder",
                "Sum of doubles over all PEs",
                "One call on PE 0, vectors in the caches.",
                Figure.Kind.LINES,
                new Figure.Axis("doubles", "linear"),
                new Figure.Axis("us", "linear"),
                List.of(),
                series);
    }
}
