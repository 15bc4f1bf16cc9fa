// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;

/// Test of the start of a whole job that prints one line a PE: launcher, JVMs, init, output, finalize. The PEs of this
/// job wait meanwhile.
public record StartUp(String name) implements Benchmark {
    private static final int JOBS = 5;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public String about() {
        return "oshrun -np N hello from its start to its end: launcher, JVMs, init, a line of each PE, finalize; "
                + JOBS + " jobs after one that is not counted";
    }

    @Override
    public void run(Runner r) {
        var program = r.isFirst() && !r.where.virtual()
                ? Jobs.launcher(StartUp.class)
                : java.util.Optional.<java.nio.file.Path>empty();
        if (program.isPresent()) {
            try {
                r.out.row(result(
                        r, jobs(List.of(program.get().toString(), "-np", Integer.toString(r.sh.nPes()), "hello"))));
            } catch (IOException e) {
                r.out.note("startup: " + e.getMessage());
            }
        }
        r.sh.barrierAll();
    }

    private static double[] jobs(List<String> command) throws IOException {
        var nanos = new ArrayList<Double>();
        for (int k = -1; k < JOBS; k++) {
            Jobs.Finished job = Jobs.run(command, Map.of(), LIMIT);
            if (job.status() != 0) throw new IOException(String.join(" ", command) + " ended with " + job.status());
            if (k >= 0) nanos.add(1e9 * job.seconds());
        }
        return nanos.stream().mapToDouble(x -> x).toArray();
    }

    private Result result(Runner r, double[] nanos) {
        return new Result(Row.of(name, "hello", ""), Score.of(nanos.length, nanos), r.where, Result.OWN, null);
    }
}
