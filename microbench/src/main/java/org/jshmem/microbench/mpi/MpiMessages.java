// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.mpi;

import java.util.List;
import java.util.function.LongFunction;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// One PE's part in the test of package `mpi`, in MPJ Express's spelling, on arrays.
public final class MpiMessages implements Runnable {
    static final int WINDOW = 64; // as OSU's tests have it

    private final Benchmark benchmark;
    private final Runner r;
    private final Intracomm world = MPI.COMM_WORLD;
    private final Pairs pair;
    private final boolean asks;
    private final int other;
    private final List<Long> sizes;
    private final byte[] out;
    private final byte[] in;
    private final double[] operands;
    private final double[] sums;

    /// Not by `new`, whose class would be the same on all PEs of a JVM.
    public MpiMessages(Benchmark benchmark, Runner r) {
        this.benchmark = benchmark;
        this.r = r;
        pair = new Pairs(r.sh.nPes(), 1);
        asks = pair.isOrigin(r.sh.myPe());
        other = pair.partner(r.sh.myPe());
        sizes = r.sizes(benchmark, 1);
        int most = Math.toIntExact(sizes.getLast());
        out = new byte[most];
        in = new byte[most];
        operands = new double[most / Double.BYTES];
        sums = new double[operands.length];
    }

    @Override
    public void run() {
        MPI.Init(new String[0]);
        boolean active = pair.isActive(r.sh.myPe());
        r.sweep(sizes, n -> row("ping-pong", n, 2), active, n -> pingPong((int) n));
        r.sweep(sizes, n -> row("window", n, WINDOW), active, n -> windows((int) n));
        List<Long> doubles = sizes.stream().filter(n -> n % Double.BYTES == 0).toList();
        LongFunction<Row> sum =
                n -> Row.of(benchmark.name(), "allreduce", "auto").bytes(n).moved(n);
        r.sweep(doubles, sum, true, n -> allreduce((int) n / Double.BYTES));
        MPI.Finalize();
    }

    /// The row of messages of the pair.
    private Row row(String variant, long bytes, int per) {
        return new Row(benchmark.name(), variant, "auto", pair.count(), bytes, per * bytes, per);
    }

    private Operation pingPong(int bytes) {
        return n -> {
            for (int i = 0; i < n; i++) {
                if (asks) world.Send(out, 0, bytes, MPI.BYTE, other, 0);
                world.Recv(in, 0, bytes, MPI.BYTE, other, 0);
                if (!asks) world.Send(out, 0, bytes, MPI.BYTE, other, 0);
            }
        };
    }

    private Operation windows(int bytes) {
        Request[] requests = new Request[WINDOW];
        return n -> {
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < WINDOW; k++) {
                    requests[k] = asks
                            ? world.Isend(out, 0, bytes, MPI.BYTE, other, 0)
                            : world.Irecv(in, 0, bytes, MPI.BYTE, other, 0);
                }
                Request.Waitall(requests);
                if (asks) world.Recv(in, 0, 0, MPI.BYTE, other, 1);
                else world.Send(out, 0, 0, MPI.BYTE, other, 1);
            }
        };
    }

    private Operation allreduce(int count) {
        return n -> {
            for (int i = 0; i < n; i++) world.Allreduce(operands, 0, sums, 0, count, MPI.DOUBLE, MPI.SUM);
        };
    }
}
