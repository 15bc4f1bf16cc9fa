// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.util.concurrent.TimeUnit;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// The rest of a PE's own work: waits that need not wait, the allocator, a barrier with nobody to wait for.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RuntimeBenchmark {
    private static final int WORDS = 64;

    private final boolean[] none = new boolean[WORDS];
    private Shmem sh;
    private SymLongs x;
    private Signal signal;

    /// Starts a job of one PE with a heap in many pieces.
    @Setup(Level.Trial)
    public void start() {
        sh = OnePe.start();
        x = sh.longs(WORDS);
        signal = sh.signal();
        var pieces = new SymLongs[256];
        for (int i = 0; i < pieces.length; i++) pieces[i] = sh.longs(16 + i);
        for (int i = 0; i < pieces.length; i += 2) pieces[i].free();
    }

    /// Ends it; what is still allocated goes with the heap.
    @TearDown(Level.Trial)
    public void end() {
        sh.close();
    }

    /// A condition that holds already.
    @Benchmark
    public void waitUntil() {
        x.waitUntil(0, Cmp.EQ, 0);
    }

    /// Sixty-four of them.
    @Benchmark
    public void waitUntilAll() {
        x.waitUntilAll(0, WORDS, none, Cmp.EQ, 0);
    }

    /// One look.
    @Benchmark
    public boolean test() {
        return x.test(0, Cmp.EQ, 1);
    }

    /// A signal to oneself.
    @Benchmark
    public long signalAndWait() {
        signal.set(1, 0);
        return signal.waitUntil(Cmp.GE, 1);
    }

    /// Takes a small block out of a heap in pieces and gives it back; zeroing and two barriers included.
    @Benchmark
    public void allocateAndFree() {
        sh.longs(128).free();
    }

    /// Quiet, and the bookkeeping of a collective.
    @Benchmark
    public void barrierAlone() {
        sh.barrierAll();
    }
}
