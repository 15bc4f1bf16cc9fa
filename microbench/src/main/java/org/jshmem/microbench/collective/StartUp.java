// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Jobs;
import org.jshmem.report.Result;

/// Test of the start of a whole job that prints one line a PE: launcher, JVMs, init, output, finalize. The PEs of this
/// job wait meanwhile.
public record StartUp(String name) implements Test {
    private static final int JOBS = 5;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public String about() {
        return "oshrun -np N hello from its start to its end: launcher, JVMs, init, a line of each PE, finalize; "
                + JOBS + " jobs after one that is not counted";
    }

    @Override
    public void run(Bench b) {
        var program = b.isFirst() && !b.where.virtual()
                ? Jobs.launcher(StartUp.class)
                : java.util.Optional.<java.nio.file.Path>empty();
        if (program.isPresent()) {
            try {
                b.out.row(result(
                        b, jobs(List.of(program.get().toString(), "-np", Integer.toString(b.sh.nPes()), "hello"))));
            } catch (IOException e) {
                b.say("startup: " + e.getMessage());
            }
        }
        b.sh.barrierAll();
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

    private Result result(Bench b, double[] nanos) {
        return Result.of(b.where, "jshmem", Result.Role.OWN, name, "hello", Result.Time.of(nanos.length, nanos))
                .made();
    }
}
