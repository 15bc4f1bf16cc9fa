// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Where;

/// Test of loads or stores that hit or miss lines in each state of the coherence protocol, over sizes.
///
/// It is the first microbenchmark of Putigny, Ruelle and Goglin (PDSEC 2014). Equal times for 'shared' and 'owned'
/// mean that the machine has no state O.
public record CacheStates(String name, boolean store) implements Benchmark.Copied {
    public static final int LINE = 64;

    /// The largest cache that is swept for each sample.
    private static final long MOST_WALKED = 64 << 20;

    @Override
    public String about() {
        return "one 8-byte " + (store ? "store" : "load") + " to each line of a buffer whose lines PE 0 ('hit') or its"
                + " partner ('miss') holds in the named state; one pass over the buffer, MB/s count whole lines";
    }

    /// A simulated machine carries out one operation for each line, hence the smaller size.
    @Override
    public long largest(Where where) {
        return where.virtual() ? 256 << 10 : 4 << 20;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, LINE);
        SymLongs lines = r.sh.longs(sizes.getLast() / Long.BYTES);
        try (var evictor = new Evictor(r.where.virtual() || r.options.check ? 0 : 2 * CacheSizes.lastLevel())) {
            for (State state : states(r)) {
                for (long bytes : sizes) {
                    var stage = new Stage(r, lines, evictor, state, store, bytes / LINE);
                    Row row = Row.of(name, state.label(), r.where.virtual() ? "putget" : "ptr")
                            .bytes(bytes)
                            .moved(bytes);
                    r.measureEach(row, stage::once);
                }
            }
        }
        lines.free();
    }

    /// The states that this job can set up. A third PE must hold a line that PE 0 misses in state S, a program
    /// cannot evict a simulated line, and a large cache takes long to sweep.
    private static List<State> states(Runner r) {
        var all = new ArrayList<State>();
        for (State state : State.values()) {
            if (state.third() && (r.sh.nPes() < 4 || r.where.oversubscribed())) continue;
            if (state.evicts() && (r.where.virtual() || CacheSizes.lastLevel() > MOST_WALKED)) continue;
            all.add(state);
        }
        return all;
    }

    /// A state of lines, and whether PE 0 (`HIT`) or its partner (`MISS`) holds them.
    ///
    /// Its steps bring the lines into the state: `w`rite, `r`ead or `e`vict, by PE 0, by its partner (1), or by a
    /// third PE (2).
    enum State {
        HIT_MODIFIED("w0"),
        HIT_EXCLUSIVE("w0 e0 r0"),
        HIT_SHARED("w1 r0"),
        HIT_OWNED("w0 r1"),
        MISS_MODIFIED("w1"),
        MISS_EXCLUSIVE("w1 e1 r1"),
        MISS_SHARED("w2 r1 e2"),
        MISS_OWNED("w1 r2"),
        MISS_INVALID("w0 e0");

        final List<String> steps;

        State(String steps) {
            this.steps = List.of(steps.split(" "));
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Whether a third PE takes part in the set-up.
        boolean third() {
            return steps.stream().anyMatch(step -> step.endsWith("2"));
        }

        boolean evicts() {
            return steps.contains("e0") || steps.contains("e1");
        }
    }
}
