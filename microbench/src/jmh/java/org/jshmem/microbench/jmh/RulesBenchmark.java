// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.ThreadLevel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// The rules of docs/guides/performance.md that one PE can time, each as two ways to do the same: nanoseconds of an
/// element or a call. `-bm ss -wi 0` times the first call, before the JIT has compiled it.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RulesBenchmark {
    private static final int N = 1 << 16;
    private static final double[] WEIGHTS = {0.1, 0.2, 0.4, 0.2, 0.1};

    private final double[] a = new double[N];
    private final double[] out = new double[N];
    private Shmem sh;
    private SymDoubles x;

    /// Starts a job of one PE.
    @Setup(Level.Trial)
    public void start() {
        sh = Shmem.init(new Config(256 << 20, ThreadLevel.MULTIPLE, Duration.ZERO));
        x = sh.doubles(N);
    }

    /// Ends it.
    @TearDown(Level.Trial)
    public void end() {
        x.free();
        sh.close();
    }

    /// Rule 1, instead of: private data in a symmetric array.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule1AddToSymmetricElements() {
        for (int i = 0; i < N; i++) x.set(i, x.get(i) + 0.5);
    }

    /// Rule 1, do: private data in a Java array.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule1AddToArrayElements() {
        for (int i = 0; i < N; i++) a[i] += 0.5;
    }

    /// Rule 2, instead of: a call for each element.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule2PutEachElement() {
        for (int i = 0; i < N; i++) x.p(i, a[i], 0);
    }

    /// Rule 2, do: one call for all.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule2PutAllElements() {
        x.put(a, 0);
    }

    /// Rule 7, instead of: temporary symmetric memory.
    @Benchmark
    public void rule7Allocate() {
        SymDoubles t = sh.doubles(8);
        t.put(0, a, 0, 8, 0);
        t.free();
    }

    /// Rule 7, do: symmetric memory that was allocated at the start.
    @Benchmark
    public void rule7Reuse() {
        x.put(0, a, 0, 8, 0);
    }

    /// Rule 8, instead of: a small inner loop.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule8InnerLoop() {
        for (int i = 2; i < N - 2; i++) {
            double s = 0;
            for (int k = -2; k <= 2; k++) s += WEIGHTS[k + 2] * a[i + k];
            out[i] = s;
        }
    }

    /// Rule 8, do: the small loop written out.
    @Benchmark
    @OperationsPerInvocation(N)
    public void rule8WrittenOut() {
        double w0 = WEIGHTS[0];
        double w1 = WEIGHTS[1];
        double w2 = WEIGHTS[2];
        for (int i = 2; i < N - 2; i++) {
            out[i] = w0 * (a[i - 2] + a[i + 2]) + w1 * (a[i - 1] + a[i + 1]) + w2 * a[i];
        }
    }
}
