// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import org.jshmem.Op;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.report.Result.Row;

/// The sum of a Java array over all PEs, to compare with `reduce` of a symmetric array of as many elements.
public record ArraySums(String name) implements Benchmark {

    @Override
    public String about() {
        return "sum of a double[] of Java's heap over all PEs; --sizes counts its elements";
    }

    @Override
    public int unit(SuiteOptions options) {
        return Double.BYTES;
    }

    @Override
    public void run(Runner r) {
        r.sweep(
                r.sizes(this, 1),
                n -> Row.of(name, "auto", "auto").bytes(n * Double.BYTES).moved(n * Double.BYTES),
                true,
                n -> {
                    double[] values = new double[(int) n];
                    return calls -> {
                        for (int i = 0; i < calls; i++) r.sh.world().reduce(Op.SUM, values);
                    };
                });
    }
}
