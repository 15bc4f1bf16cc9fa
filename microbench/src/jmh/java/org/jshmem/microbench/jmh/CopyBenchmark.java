// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
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

/// Puts and gets of growing size, from arrays, segments and symmetric memory, against C's memcpy called from Java and
/// the JDK's own copy through ptr.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CopyBenchmark {
    private static final MethodHandle MEMCPY = memcpy();

    /// Bytes of one copy.
    @Param({"64", "4096", "65536", "1048576"})
    public int bytes;

    /// Whether other kinds of segments have gone through the same call sites.
    @Param({"false", "true"})
    public boolean polluted;

    private Shmem sh;
    private Arena arena;
    private SymLongs far;
    private SymLongs near;
    private long[] array;
    private MemorySegment segment;
    private MemorySegment ptr;

    @SuppressWarnings("restricted") // the floor is a C function
    private static MethodHandle memcpy() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("memcpy").orElseThrow(),
                FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG),
                Linker.Option.critical(false));
    }

    /// Starts a job of one PE.
    @Setup(Level.Trial)
    public void start() {
        sh = OnePe.start();
        arena = Arena.ofConfined();
        int n = bytes / Long.BYTES;
        far = sh.longs(Math.max(n, 16));
        near = sh.longs(Math.max(n, 16));
        array = new long[n];
        segment = arena.allocate(bytes, 64);
        ptr = far.ptr(0).asSlice(0, bytes);
        if (polluted) OnePe.pollute(far);
    }

    /// Ends it.
    @TearDown(Level.Trial)
    public void end() {
        near.free();
        far.free();
        sh.close();
        arena.close();
    }

    /// The floor: between native memory and the symmetric heap.
    @Benchmark
    public Object memcpyFloor() throws Throwable {
        return (MemorySegment) MEMCPY.invokeExact(ptr, segment, (long) bytes);
    }

    /// What a program does by itself.
    @Benchmark
    public void copyThroughPtr() {
        MemorySegment.copy(segment, 0, ptr, 0, bytes);
    }

    /// From a Java array.
    @Benchmark
    public void putArray() {
        far.put(0, array, 0, array.length, 0);
    }

    /// From native memory.
    @Benchmark
    public void putSegment() {
        far.put(0, segment, 0);
    }

    /// From symmetric memory.
    @Benchmark
    public void putSymmetric() {
        far.put(0, near, 0, array.length, 0);
    }

    /// Into a Java array.
    @Benchmark
    public void getArray() {
        far.get(0, array, 0, array.length, 0);
    }

    /// Into native memory.
    @Benchmark
    public void getSegment() {
        far.get(0, segment, 0);
    }
}
