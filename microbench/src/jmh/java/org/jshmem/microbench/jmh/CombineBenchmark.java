// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.jshmem.Op;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// The numeric loops of the reductions: `to[i] = a[i] op b[i]` over memory.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CombineBenchmark {
    /// Bytes of each of the three arrays.
    @Param({"8192", "524288", "67108864"})
    public int bytes;

    /// What is combined.
    @Param({"SUM", "MAX"})
    public Op op;

    private Arena arena;
    private long a;
    private long b;
    private long to;

    /// Allocates three arrays of zeros.
    @Setup(Level.Trial)
    public void allocate() {
        arena = Arena.ofConfined();
        a = arena.allocate(bytes, 64).address();
        b = arena.allocate(bytes, 64).address();
        to = arena.allocate(bytes, 64).address();
    }

    /// Frees them.
    @TearDown(Level.Trial)
    public void free() {
        arena.close();
    }

    /// Eight bytes an element.
    @Benchmark
    public void doubles() {
        Combine.apply(op, ElementType.DOUBLE, to, a, b, bytes / 8);
    }

    /// Integers of the same width.
    @Benchmark
    public void longs() {
        Combine.apply(op, ElementType.LONG, to, a, b, bytes / 8);
    }

    /// Four bytes an element.
    @Benchmark
    public void ints() {
        Combine.apply(op, ElementType.INT, to, a, b, bytes / 4);
    }
}
