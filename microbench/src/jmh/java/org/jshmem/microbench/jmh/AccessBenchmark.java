// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.util.concurrent.TimeUnit;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Single elements: put, get, atomics, in a JVM whose segment accessors have seen one kind of segment or all of them.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AccessBenchmark {
    private static final int N = 1024;

    /// Whether other kinds of segments have gone through the same call sites.
    @Param({"false", "true"})
    public boolean polluted;

    private Shmem sh;
    private SymLongs x;

    /// Starts a job of one PE.
    @Setup(Level.Trial)
    public void start() {
        sh = OnePe.start();
        x = sh.longs(N);
        if (polluted) OnePe.pollute(x);
    }

    /// Ends it.
    @TearDown(Level.Trial)
    public void end() {
        x.free();
        sh.close();
    }

    /// Stores one after the other.
    @Benchmark
    @OperationsPerInvocation(N)
    public void p() {
        for (int i = 0; i < N; i++) x.p(i, i, 0);
    }

    /// Each store complete before the next.
    @Benchmark
    @OperationsPerInvocation(N)
    public void pAndQuiet() {
        for (int i = 0; i < N; i++) {
            x.p(i, i, 0);
            sh.quiet();
        }
    }

    /// Loads one after the other.
    @Benchmark
    @OperationsPerInvocation(N)
    public long g() {
        long sum = 0;
        for (int i = 0; i < N; i++) sum += x.g(i, 0);
        return sum;
    }

    /// Own elements, without a PE.
    @Benchmark
    @OperationsPerInvocation(N)
    public long ownElements() {
        long sum = 0;
        for (int i = 0; i < N; i++) {
            x.set(i, i);
            sum += x.get(N - 1 - i);
        }
        return sum;
    }

    /// The locked instruction behind the checks.
    @Benchmark
    @OperationsPerInvocation(N)
    public long fetchAdd() {
        long sum = 0;
        for (int i = 0; i < N; i++) sum += x.fetchAdd(0, 1, 0);
        return sum;
    }

    /// The other locked instruction.
    @Benchmark
    @OperationsPerInvocation(N)
    public void compareSwap() {
        long value = x.get(1);
        for (int i = 0; i < N; i++, value++) x.compareSwap(1, value, value + 1, 0);
    }
}
