// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jshmem.Cmp;
import org.jshmem.program.ProgramFrames;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.LocalJob;
import org.jshmem.trace.Recording;
import org.jshmem.trace.TraceFile;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;
import org.jshmem.transport.WordWait;
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

/// What the flight recorder adds to an operation: the seam with and without it.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RecorderBenchmark {
    private static final long HEAP = 16 << 20;

    /// Whether the recorder is there.
    @Param({"false", "true"})
    public boolean recorded;

    private Job job;
    private Path file;
    private Transport transport;
    private Channel channel;
    private long word;
    private final MemorySegment bytes = Arena.global().allocate(8192, 64);

    /// A job of one PE.
    @Setup(Level.Trial)
    public void start() throws IOException {
        job = LocalJob.create(Path.of("/dev/shm"), Settings.shape(1, HEAP, 0));
        transport = job.attach(0);
        if (recorded) {
            file = Files.createTempFile(Path.of("/dev/shm"), "recorder", ".trace");
            TraceFile.create(file, 1, TraceFile.DEFAULT_BYTES, false, "benchmark");
            transport = Recording.of(transport, transport::nanoTime, file);
        }
        channel = transport.channel();
        word = transport.regionBytes() - HEAP;
        transport.back(word, 1 << 16, 1 << 16);
    }

    /// Ends it.
    @TearDown(Level.Trial)
    public void end() throws IOException {
        if (recorded) Files.delete(file);
        job.close();
    }

    /// A flag, which has one time.
    @Benchmark
    public void signal() {
        channel.signal(0, word, 1);
    }

    /// A word.
    @Benchmark
    public void store() {
        channel.store(0, word + 64, 8, 1);
    }

    /// A wait that is over before it begins.
    @Benchmark
    public boolean waitThatIsOver() {
        return new WordWait(_ -> "in a benchmark", transport, word, Cmp.GE, 0).await();
    }

    /// 64 bytes.
    @Benchmark
    public void put() {
        channel.put(0, word + 4096, bytes, 0, 64);
    }

    /// The same between a look at the clock and an atomic, which each event has: what it takes where it cannot run
    /// ahead.
    @Benchmark
    public long putAlone() {
        long now = transport.nanoTime();
        channel.put(0, word + 4096, bytes, 0, 64);
        return now + Memory.atomic(Atomic.ADD, transport.address(0, word + 8192), 8, 1, 0);
    }

    /// A look at the clock and an atomic.
    @Benchmark
    public long clockAndAtomic() {
        long now = transport.nanoTime();
        return now + Memory.atomic(Atomic.ADD, transport.address(0, word + 8192), 8, 1, 0);
    }

    /// The look-up of a source line, which events of 20 us and more have in addition.
    @Benchmark
    public String line() {
        return ProgramFrames.here();
    }

    /// 8 KiB: has both its times.
    @Benchmark
    public void putLong() {
        channel.put(0, word + 4096, bytes, 0, 8192);
    }
}
