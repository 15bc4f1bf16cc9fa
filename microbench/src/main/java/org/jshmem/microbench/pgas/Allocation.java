// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Team;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.report.Result.Row;

/// Test of the cost to make and to release: symmetric memory, teams, contexts.
public record Allocation(String name) implements Benchmark {

    @Override
    public String about() {
        return "allocate and free n bytes on all PEs, which zeroes them and has two barriers; split a team of all"
                + " and close it; make a context and close it";
    }

    @Override
    public int unit(SuiteOptions options) {
        return 1;
    }

    @Override
    public long largest(org.jshmem.report.Where where) {
        return 1 << 20;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        r.sweep(sizes, bytes -> Row.of(name, "mem-free", "auto").bytes(bytes), true, bytes -> n -> {
            for (int i = 0; i < n; i++) r.sh.mem(bytes).free();
        });
        int npes = r.sh.nPes();
        r.measure(Row.of(name, "team", "auto"), n -> {
            for (int i = 0; i < n; i++) r.sh.world().splitStrided(0, 1, npes).ifPresent(Team::close);
        });
        r.measure(Row.of(name, "context", "auto"), n -> {
            for (int i = 0; i < n; i++) r.sh.ctx(new Ctx.Option[0]).close();
        });
    }
}
