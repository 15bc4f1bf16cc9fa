// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.report.Figure;
import org.jshmem.report.Svg;

/// Measures how operations scale over simulated hosts. See bench/cluster.
class Cluster {
    private static final List<String> ROWS = List.of(
            "barrier", "sum of 1 double", "sum of 1 Ki", "broadcast of 8 B", "broadcast of 64 KiB", "fcollect of 8 B",
            "alltoall of 8 B", "scan of 1 double", "scan of 1 Ki", "halo of 8 KiB, 4 sides");
    private static final int PES = 8; // of a host
    private static final int TIMES = 4; // the last one counts: caches and streams are warm

    public static void main(String[] args) throws Exception {
        int most = args.length > 2 ? Integer.parseInt(args[2]) : 128;
        System.out.println("| hosts x 8 PEs | " + String.join(" | ", ROWS) + " |");
        System.out.println("|-|" + "-|".repeat(ROWS.size()));
        List<double[]> all = new ArrayList<>();
        for (int hosts = 2; hosts <= most; hosts *= 2) {
            double[] row = run(Path.of(args[0]), args[1], hosts);
            all.add(row);
            var line = new StringBuilder("| " + hosts + " |");
            for (double us : row) line.append(String.format(Locale.ROOT, us < 100 ? " %.1f |" : " %.0f |", us));
            System.out.println(line);
        }
        Svg.write(Path.of(""), List.of(plot(all)));
    }

    private static double[] run(Path root, String classes, int hosts) throws IOException, InterruptedException {
        Process job = new ProcessBuilder(root.resolve("bin/oshrun").toString(), "-np", "" + hosts * PES, "--machine",
                        "cluster", "--heap", "4m", "-cp", classes, "Cluster$Steps")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String[] words = new String(job.getInputStream().readAllBytes()).trim().split(" ");
        if (job.waitFor() != 0) throw new IOException("the job on " + hosts + " hosts has failed");
        double[] row = new double[ROWS.size()];
        for (int i = 0; i < row.length; i++) row[i] = Double.parseDouble(words[i]);
        return row;
    }

    /// Both axes logarithmic, a line for each operation.
    private static Figure plot(List<double[]> all) {
        List<Figure.Series> series = new ArrayList<>();
        for (int k = 0; k < ROWS.size(); k++) {
            List<Figure.Point> points = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                double us = all.get(i)[k];
                points.add(new Figure.Point(2 << i, us, us, us, "", ""));
            }
            series.add(new Figure.Series(ROWS.get(k), ROWS.get(k), "", "", true, points));
        }
        return new Figure("cluster", "Simulated hosts of 8 PEs", "", Figure.Kind.LINES,
                new Figure.Axis("hosts", "log2"), new Figure.Axis("us of virtual time", "log"), List.of(), series);
    }

    /// The program of one job.
    static class Steps {
        interface Step {
            void run(int time);
        }

        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                int me = sh.myPe();
                int p = sh.nPes();
                SymDoubles from = sh.doubles(1024);
                SymDoubles to = sh.doubles(1024);
                SymBytes block = sh.bytes(64 << 10);
                SymLongs mine = sh.longs(p);
                SymLongs others = sh.longs(p);
                SymBytes sides = sh.bytes(8 * 8192);
                Signal[] come = sh.signals(4);
                int width = 1 << (31 - Integer.numberOfLeadingZeros(p)) / 2;
                int row = me / width;
                int[] near = {row * width + (me + 1) % width, row * width + (me + width - 1) % width,
                    (me + width) % p, (me + p - width) % p};
                byte[] side = new byte[8192];
                time(sh, t -> sh.barrierAll());
                time(sh, t -> sh.world().reduce(Op.SUM, to, from, 1));
                time(sh, t -> sh.world().reduce(Op.SUM, to, from, 1024));
                time(sh, t -> sh.world().broadcast(block, block, 8, 0));
                time(sh, t -> sh.world().broadcast(block, block, 64 << 10, 0));
                time(sh, t -> sh.world().fcollect(others, mine, 1));
                time(sh, t -> sh.world().alltoall(others, mine, 1));
                time(sh, t -> sh.world().inscan(Op.SUM, to, from, 1));
                time(sh, t -> sh.world().inscan(Op.SUM, to, from, 1024));
                time(sh, t -> {
                    long half = (t & 1) * 4L * 8192;
                    for (int s = 0; s < 4; s++)
                        sides.putSignal(half + (s ^ 1) * 8192L, side, 0, 8192, come[s ^ 1], t + 1, SignalOp.SET, near[s]);
                    for (Signal signal : come) signal.waitUntil(Cmp.GE, t + 1);
                });
                if (me == 0) System.out.println();
            });
        }

        /// From a common start to the last PE's end.
        private static void time(Shmem sh, Step step) {
            double us = 0;
            for (int t = 0; t < TIMES; t++) {
                sh.barrierAll();
                double start = -sh.world().reduce(Op.MAX, (double) -sh.nanoTime());
                sh.sleep(java.time.Duration.ofNanos((long) start + 10_000_000 - sh.nanoTime()));
                long begun = sh.nanoTime();
                step.run(t);
                us = sh.world().reduce(Op.MAX, (double) (sh.nanoTime() - begun)) / 1000;
            }
            if (sh.myPe() == 0) System.out.print(us + " ");
        }
    }
}
