// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;

/// A mapped job file, which holds the control words, the texts and the memory of all PEs of a job, laid out by
/// [JobLayout]. [JobFileMaker] makes it.
///
/// An interrupt closes a `FileChannel` while a thread uses it. An interrupt does not reach a `RandomAccessFile`, so
/// this class keeps the file as one and uses the channel for mapping alone.
public final class JobFile implements AutoCloseable {
    /// The largest number of PEs of a job on several machines.
    public static final int MOST_PES_OF_HOSTS = 1 << 16;

    private static final int ALIGNING_ATTEMPTS = 64;

    private static final byte[] ZEROS = new byte[1 << 18];

    private final Arena arena;
    private final RandomAccessFile file;
    private final Control control;
    private final long base;
    private final Path descriptor;

    /// The number of that descriptor, or -1 if another process has it.
    private final int made;

    /// The job inside this JVM is over, and its memory is given back.
    private volatile boolean over;

    private JobFile(RandomAccessFile file, long bytes, Path descriptor, int made, Supplier<Arena> lifetime)
            throws IOException {
        this.file = file;
        this.descriptor = descriptor;
        this.made = made;
        MemorySegment[] mapped = new MemorySegment[1];
        FileChannel channel = file.getChannel();
        this.arena =
                mapAligned((n, in) -> channel.map(FileChannel.MapMode.READ_WRITE, 0, n, in), bytes, lifetime, mapped);
        this.base = mapped[0].address();
        this.control = new Control(mapped[0], Memory.getInt(base + JobLayout.NPES_OFFSET));
    }

    /// Maps a file. An interrupt closes the channel, and with it the file, while it is mapped: then the file is opened
    /// again, without the thread's interrupt flag, which is set again afterwards.
    static JobFile map(Path path, long bytes, int made, Supplier<Arena> lifetime) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                var file = new RandomAccessFile(path.toFile(), "rw");
                try {
                    return new JobFile(file, bytes, path, made, lifetime);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (IOException | RuntimeException e) {
                    file.close();
                    throw e;
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Makes a job file in a directory that is checked for room.
    public static JobFile create(Path directory, Shape shape, int cores) throws IOException {
        return create(directory, shape, cores, IntStream.range(0, shape.npes()).toArray());
    }

    /// Makes a job file for one host of several. The file has control slots and room for the regions of all PEs,
    /// but only the regions of the PEs in `here` use memory.
    public static JobFile create(Path directory, Shape shape, int cores, int[] here) throws IOException {
        return JobFileMaker.create(directory, shape, cores, here, Arena::ofShared);
    }

    /// Maps a number of bytes of a file at an address that the kernel chooses.
    @FunctionalInterface
    public interface Mapper {
        MemorySegment map(long bytes, Arena arena) throws IOException;
    }

    /// Maps the file at a multiple of the alignment of regions. Returns the mapping's arena.
    ///
    /// The kernel assigns addresses from the top. Below a misaligned mapping, a mapping that is longer by the
    /// missing bytes begins at an aligned address, unless another thread maps something in between. The misaligned
    /// mappings are kept until then, so that the next attempt does not use the same gap. The bytes by which the
    /// mapping is longer are never used. The first attempt has the plain length: in the gap of a former job it
    /// shows what was missing there, and the second fits into the next such gap.
    public static Arena mapAligned(Mapper mapper, long bytes, Supplier<Arena> lifetime, MemorySegment[] mapped)
            throws IOException {
        Deque<Arena> tries = new ArrayDeque<>();
        try {
            long more = 0;
            while (tries.size() < ALIGNING_ATTEMPTS) {
                tries.push(lifetime.get());
                mapped[0] = mapper.map(bytes + more, tries.peek());
                if (mapped[0].address() % Shape.ALIGNMENT == 0) return tries.pop();
                more = Math.floorMod(mapped[0].address() - bytes, Shape.ALIGNMENT);
            }
        } finally {
            tries.forEach(JobFile::unmap);
        }
        throw new IOException("%d bytes could not be mapped at a multiple of %d in %d attempts; start the job again"
                .formatted(bytes, Shape.ALIGNMENT, ALIGNING_ATTEMPTS));
    }

    private static void unmap(Arena arena) {
        try {
            arena.close();
        } catch (UnsupportedOperationException e) {
            // an automatic arena: the collector frees it
        }
    }

    /// Maps the job file at a path: a file system path, or another process's descriptor in `/proc`. Throws an
    /// `IOException` that names the file if it is foreign or damaged.
    public static JobFile open(Path path) throws IOException {
        long bytes = ControlCopy.header(path).get(JobLayout.FILE_BYTES);
        long size = Files.size(path);
        if (bytes > size) {
            throw new IOException("%s has %d bytes instead of %d; start the job anew".formatted(path, size, bytes));
        }
        return map(path, bytes, -1, Arena::ofShared);
    }

    /// Backs a range of the file with memory or disk blocks of zeros, so that no later access can fault.
    public static void reserve(RandomAccessFile file, long offset, long bytes) throws IOException {
        synchronized (file) { // all threads share the position of the file
            file.seek(offset);
            for (long left = bytes; left > 0; left -= ZEROS.length) {
                file.write(ZEROS, 0, (int) Math.min(ZEROS.length, left));
            }
        }
    }

    /// Backs a range of a PE's region.
    public void reserve(int pe, long offset, long bytes) throws IOException {
        reserve(file, JobLayout.regionOffset(npes(), pe, regionBytes()) + offset, bytes);
    }

    /// The path by which other processes of the same user open this file while its maker lives.
    public Path descriptor() {
        return descriptor;
    }

    /// The number of PEs of the job.
    public int npes() {
        return control.npes();
    }

    /// The size of every region in bytes.
    public long regionBytes() {
        return control.get(JobLayout.REGION_BYTES);
    }

    /// The control words, by name.
    public Control control() {
        return control;
    }

    /// Counts a JVM of a job on several hosts that leaves the library, and wakes the PEs of this host.
    public void countLeft() {
        Memory.atomic(Atomic.ADD, base + JobLayout.LEFT_OFFSET, 4, 1, 0);
        Memory.fullFence(); // an atomic is not one on every processor
        for (int pe = 0; pe < npes(); pe++) control.wake(pe, 0, 1);
    }

    /// How often a JVM of this host has left the library.
    public int left() {
        return Memory.getIntVolatile(base + JobLayout.LEFT_OFFSET);
    }

    /// The address of byte 0 of a PE's region.
    public long regionAddress(int pe) {
        return base + JobLayout.regionOffset(npes(), pe, regionBytes());
    }

    /// Ends a job inside this JVM: gives back the memory of its regions and leaves the mapping to the collector. A
    /// late access that no check refuses reads zeros.
    public void end() {
        over = true;
        long regions = JobLayout.regionsOffset(npes());
        SystemCalls.remove(base + regions, control.get(JobLayout.FILE_BYTES) - regions);
        closeFile();
    }

    /// Whether the job is over, while this JVM goes on.
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        arena.close();
        closeFile();
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (made >= 0) SystemCalls.close(made);
        }
    }
}
