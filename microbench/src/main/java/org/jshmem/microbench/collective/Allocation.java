// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Test of the cost to make and to release: symmetric memory, teams, contexts.
public record Allocation(String name) implements Test.Sized {

    @Override
    public String about() {
        return "allocate and free n bytes on all PEs, which zeroes them and has two barriers; split a team of all"
                + " and close it; make a context and close it";
    }

    @Override
    public long largest(org.jshmem.report.Where where) {
        return 1 << 20;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        b.sweep(sizes, bytes -> Case.collective(name, "mem-free", "auto").bytes(bytes), bytes -> n -> {
            for (int i = 0; i < n; i++) b.sh.mem(bytes).free();
        });
        int npes = b.sh.nPes();
        b.measure(Case.collective(name, "team", "auto"), n -> {
            for (int i = 0; i < n; i++) b.sh.world().splitStrided(0, 1, npes).ifPresent(Team::close);
        });
        b.measure(Case.collective(name, "context", "auto"), n -> {
            for (int i = 0; i < n; i++) b.sh.ctx(new Ctx.Option[0]).close();
        });
    }
}
