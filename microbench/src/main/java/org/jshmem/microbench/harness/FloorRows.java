// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.List;
import java.util.Map;
import org.jshmem.Work;

/// The floor rows of a test, printed before its own rows: the times that the hardware needs without the library.
public record FloorRows(Bench b, Floors programs, ResultOutput out) {
    /// Prints the copy floor of a test: C's memcpy at each size, or the simulated machine's declared copy.
    /// Collective. An operation of a size copies `factor` times as many bytes.
    public void copies(Test test, List<Long> sizes, int factor) {
        if (b.where.virtual()) {
            for (long bytes : sizes) {
                Work work = Bench.copying(bytes * factor);
                var c = Case.collective(test.name(), "copy", "")
                        .asFloor()
                        .bytes(bytes)
                        .moves(bytes * factor);
                b.measure(c.reportedBy(pe -> pe == 0), b.isFirst() ? n -> computes(work, n) : Batch.IDLE);
            }
            return;
        }
        if (b.isFirst()) {
            for (Floors.Floor f :
                    programs.memcpy(sizes.stream().map(bytes -> bytes * factor).toList())) {
                row(test, f, f.bytes() / factor, f.bytes());
            }
        }
        b.sh.barrierAll();
    }

    private void computes(Work work, int n) {
        for (int i = 0; i < n; i++) b.sh.compute(work);
    }

    /// Prints the floor of one kind. Collective.
    public void of(Test test, Floors.Kind kind) {
        if (!b.where.virtual() && b.isFirst()) {
            programs.of(kind, b.sh.nPes()).forEach(f -> row(test, f, f.bytes(), 0));
        }
        b.sh.barrierAll();
    }

    /// Prints the floors of single operations, each for the variant that it limits. Collective.
    public void operations(Test test, Map<String, String> limits) {
        if (!b.where.virtual() && b.isFirst()) {
            for (Floors.Floor f : programs.of(Floors.Kind.OPERATIONS, b.sh.nPes())) {
                String variant = limits.get(f.what());
                if (variant == null) continue;
                out.row(f.result(b.where, test.name(), f.bytes(), 0)
                        .change()
                        .limits(List.of(variant))
                        .made());
            }
        }
        b.sh.barrierAll();
    }

    private void row(Test test, Floors.Floor f, long bytes, long moved) {
        out.row(f.result(b.where, test.name(), bytes, moved));
    }
}
