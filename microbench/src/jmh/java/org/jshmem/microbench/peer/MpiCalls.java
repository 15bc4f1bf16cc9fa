// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpi.Intracomm;
import mpi.MPI;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// Messages and sums of package `mpi` in a plain program on two ranks, which MPJ Express and jshmem run unchanged.
///
/// Each row has 25 batches to warm up and 25 that count. The time to speed begins at the row's first call and ends with
/// the first batch that takes at most twice the final time a call; it means something in the first row alone.
public final class MpiCalls {
    private static final int BATCHES = 25;

    private final Intracomm world = MPI.COMM_WORLD;
    private final boolean first = world.Rank() == 0;
    private final List<Result> rows = new ArrayList<>();
    private final Where where;
    private final String source;

    private MpiCalls(String source) {
        Where here = Where.now(Where.REAL, false, 2, 2, 1, first ? MpiCalls.class : null);
        this.where = source.equals(Result.OWN) ? here : here.peer();
        this.source = source;
    }

    /// The first argument is the source of the rows; the second one names a file to which rows are appended.
    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args); // MPJ Express has three arguments in front
        new MpiCalls(own[0]).run(own.length > 1 ? Path.of(own[1]) : null);
        MPI.Finalize();
    }

    private void run(Path file) throws IOException {
        for (int bytes : new int[] {8, 1 << 20}) {
            byte[] out = new byte[bytes];
            byte[] in = new byte[bytes];
            measure("ping-pong", bytes, 2, () -> {
                if (first) world.Send(out, 0, bytes, MPI.BYTE, 1, 0);
                world.Recv(in, 0, bytes, MPI.BYTE, first ? 1 : 0, 0);
                if (!first) world.Send(out, 0, bytes, MPI.BYTE, 0, 0);
            });
        }
        for (int n : new int[] {1, 100_000}) {
            double[] operands = new double[n];
            double[] sums = new double[n];
            measure(
                    "allreduce",
                    n * Double.BYTES,
                    1,
                    () -> world.Allreduce(operands, 0, sums, 0, n, MPI.DOUBLE, MPI.SUM));
        }
        if (!first) return;
        for (Result row : rows) System.out.println(Results.json(row));
        if (file != null) Results.append(file, rows);
    }

    private void measure(String variant, int bytes, int per, Runnable call) {
        int calls = bytes > 8 ? 20 : 1_000;
        double[] nanos = new double[2 * BATCHES];
        double[] ends = new double[2 * BATCHES];
        long start = System.nanoTime();
        for (int k = 0; k < nanos.length; k++) {
            long begin = System.nanoTime();
            for (int i = 0; i < calls; i++) call.run();
            long end = System.nanoTime();
            nanos[k] = (end - begin) / ((double) calls * per);
            ends[k] = 1e-9 * (end - start);
        }
        double[] last = Arrays.copyOfRange(nanos, BATCHES, nanos.length);
        Score score = Score.of(last);
        int fast = 0;
        while (nanos[fast] > 2 * score.median()) fast++;
        Map<String, String> extra = Map.of("seconds to speed", Result.number(ends[fast]));
        Row row = new Row("mpi", variant + " in a program", "", per == 2 ? 1 : 0, bytes, 0, per);
        rows.add(new Result(row, score, where, source, extra));
    }
}
