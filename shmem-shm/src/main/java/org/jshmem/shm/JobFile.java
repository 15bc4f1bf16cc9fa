// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.IntStream;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;

/// A job file, mapped: the control words of [JobLayout] by name.
///
/// The file is sparse and 0600, and never has a name: the PEs reach it through the maker's descriptor in `/proc`, so
/// nothing is left behind however and whenever the job ends. A file system that has no nameless files gives it a name
/// that nobody can guess in a 0700 directory, for as long as it takes to write the file.
public final class JobFile implements AutoCloseable {
    /// More PEs than this on one machine are a typing error.
    public static final int MOST_PES = 4096;

    private static final int ALIGNING_ATTEMPTS = 64;

    private final Arena arena;
    private final FileChannel channel;
    private final long base;
    private final int npes;
    private final long regionBytes;

    private final Path descriptor;

    private JobFile(FileChannel channel, long bytes, Path descriptor) throws IOException {
        this.channel = channel;
        this.descriptor = descriptor;
        long[] address = new long[1];
        this.arena = mapAligned(
                (n, in) -> channel.map(FileChannel.MapMode.READ_WRITE, 0, n, in).address(), bytes, address);
        this.base = address[0];
        this.npes = Memory.getInt(base + JobLayout.NPES_OFFSET);
        this.regionBytes = Memory.getLong(base + JobLayout.REGION_BYTES_OFFSET);
    }

    /// Makes a job file in a directory that is checked for room.
    public static JobFile create(Path directory, Shape shape, int cores) throws IOException {
        return create(directory, shape, cores, IntStream.range(0, shape.npes()).toArray());
    }

    /// The same for one host of several: the file has control slots and room for the regions of all PEs, but memory is
    /// used for those that are `here` alone.
    public static JobFile create(Path directory, Shape shape, int cores, int[] here) throws IOException {
        if (here.length > 0) checkRoom(directory, shape, here.length);
        int descriptor = Kernel.openNameless(directory.toString());
        if (descriptor < 0) return createNamed(directory, shape, cores, here);
        try {
            return createNameless(descriptor, shape, cores, here);
        } catch (IOException e) {
            throw unmakeable(directory, shape, e);
        }
    }

    private static JobFile createNameless(int descriptor, Shape shape, int cores, int[] here) throws IOException {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        Path target;
        FileChannel channel;
        try {
            target = Files.readSymbolicLink(link);
            channel = FileChannel.open(link, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Kernel.close(descriptor); // the channel has one of its own
        }
        return write(channel, shape, cores, here, newId(), target);
    }

    /// What nobody can guess, from where `SecureRandom` has it too, without the 20 ms that its providers take to load.
    private static long newId() throws IOException {
        try (var random = new DataInputStream(Files.newInputStream(Path.of("/dev/urandom")))) {
            return random.readLong();
        }
    }

    /// The same with a name that is gone on return.
    static JobFile createNamed(Path directory, Shape shape, int cores, int[] here) throws IOException {
        long id = newId();
        Path home = Files.createDirectory(
                directory.resolve("jshmem-" + HexFormat.of().toHexDigits(id)),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = home.resolve("job");
        try {
            return createAt(file, shape, cores, here, id);
        } catch (IOException e) {
            throw unmakeable(directory, shape, e);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(home);
        }
    }

    private static IOException unmakeable(Path directory, Shape shape, IOException e) {
        String why = String.valueOf(e.getMessage());
        String remedy = why.contains("File too large")
                ? "raise the limit on the size of files (ulimit -f), or lower --heap or -np"
                : "free some room, or choose another --heap-dir";
        return new IOException(
                "%s: the job file of %d bytes for %d PEs cannot be made, %s; %s"
                        .formatted(directory, fileBytes(shape), shape.npes(), why, remedy),
                e);
    }

    private static JobFile createAt(Path file, Shape shape, int cores, int[] here, long id) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return write(channel, shape, cores, here, id, file.toRealPath());
    }

    /// Fills a file that is open and nothing else; `target` is what its descriptor in `/proc` points to.
    private static JobFile write(FileChannel channel, Shape shape, int cores, int[] here, long id, Path target)
            throws IOException {
        try {
            channel.tryLock(0, 1, false); // as long as this process lives; a sweeper asks for it
            fill(channel, shape, cores, here, id);
            // mapping beyond the end extends the file, sparsely
            return new JobFile(channel, fileBytes(shape), descriptorOf(target));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void fill(FileChannel channel, Shape shape, int cores, int[] here, long id) throws IOException {
        long bytes = fileBytes(shape);
        long controlBytes = JobLayout.controlBytes(shape.npes());
        reserve(channel, 0, controlBytes);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment control = channel.map(FileChannel.MapMode.READ_WRITE, 0, controlBytes, arena);
            long base = control.address();
            Memory.setInt(base + JobLayout.VERSION_OFFSET, JobLayout.VERSION);
            Memory.setInt(base + JobLayout.NPES_OFFSET, shape.npes());
            Memory.setLong(base + JobLayout.REGION_BYTES_OFFSET, shape.regionBytes());
            Memory.setLong(base + JobLayout.HEAP_BYTES_OFFSET, shape.heapBytes());
            Memory.setLong(base + JobLayout.START_BYTES_OFFSET, shape.startBytes());
            Memory.setLong(base + JobLayout.FILE_BYTES_OFFSET, bytes);
            Memory.setLong(
                    base + JobLayout.LAUNCHER_PID_OFFSET,
                    ProcessHandle.current().pid());
            Memory.setLong(base + JobLayout.TIMEOUT_OFFSET, shape.timeoutNanos());
            Memory.setLong(base + JobLayout.CREATED_OFFSET, System.currentTimeMillis());
            Memory.setInt(base + JobLayout.CORES_OFFSET, cores);
            Memory.setInt(base + JobLayout.JVMS_OFFSET, shape.npes()); // unless the launcher says otherwise
            Memory.setLong(base + JobLayout.JOB_ID_OFFSET, id);
            Memory.setLongRelease(base + JobLayout.MAGIC_OFFSET, JobLayout.MAGIC);
        }
        for (int pe : here) {
            reserve(channel, JobLayout.regionOffset(shape.npes(), pe, shape.regionBytes()), shape.startBytes());
        }
    }

    /// Maps so many bytes of a file somewhere.
    @FunctionalInterface
    interface Mapper {

        /// The address, valid as long as the arena.
        long map(long bytes, Arena arena) throws IOException;
    }

    /// Maps the file at a multiple of the alignment of regions. The kernel hands out addresses from the top: below
    /// a mapping that is off, one that is longer by what is missing begins where it should, unless another thread
    /// maps something in between. What was off is kept until then, so that the next try does not come out in the
    /// same gap. Nobody touches what the file gains by it. Returns the mapping's arena.
    static Arena mapAligned(Mapper mapper, long bytes, long[] address) throws IOException {
        Deque<Arena> tries = new ArrayDeque<>();
        try {
            long more = 0;
            while (tries.size() < ALIGNING_ATTEMPTS) {
                tries.push(Arena.ofShared());
                address[0] = mapper.map(bytes + more, tries.peek());
                if (address[0] % Shape.ALIGNMENT == 0) return tries.pop();
                more = Math.floorMod(address[0] - bytes, Shape.ALIGNMENT);
            }
        } finally {
            tries.forEach(Arena::close);
        }
        throw new IOException("%d bytes could not be mapped at a multiple of %d in %d attempts; start the job again"
                .formatted(bytes, Shape.ALIGNMENT, ALIGNING_ATTEMPTS));
    }

    /// Maps the job file at a path: a file system path, or another process's descriptor in `/proc`. A foreign or
    /// damaged file is refused by name.
    public static JobFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            return new JobFile(channel, validate(channel, path), path);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static long validate(FileChannel channel, Path path) throws IOException {
        long size = channel.size();
        if (size < JobLayout.HEADER_BYTES) {
            throw new IOException("job file %s: %d bytes are too few for a header; it is no job file of this library"
                    .formatted(path, size));
        }
        try (Arena arena = Arena.ofConfined()) {
            long base = channel.map(FileChannel.MapMode.READ_WRITE, 0, JobLayout.HEADER_BYTES, arena)
                    .address();
            if (Memory.getLongAcquire(base + JobLayout.MAGIC_OFFSET) != JobLayout.MAGIC) {
                throw new IOException(
                        "job file %s: does not begin with the magic number; it is no job file of this library"
                                .formatted(path));
            }
            int version = Memory.getInt(base + JobLayout.VERSION_OFFSET);
            if (version != JobLayout.VERSION) {
                throw new IOException(
                        "job file %s: has layout version %d, this build reads %d; use the build that made it"
                                .formatted(path, version, JobLayout.VERSION));
            }
            int npes = Memory.getInt(base + JobLayout.NPES_OFFSET);
            long region = Memory.getLong(base + JobLayout.REGION_BYTES_OFFSET);
            long heap = Memory.getLong(base + JobLayout.HEAP_BYTES_OFFSET);
            long start = Memory.getLong(base + JobLayout.START_BYTES_OFFSET);
            long bytes = Memory.getLong(base + JobLayout.FILE_BYTES_OFFSET);
            boolean sane = npes > 0
                    && region > 0
                    && heap >= 0
                    && heap <= region
                    && region % JobLayout.PAGE == 0
                    && start >= 0
                    && start <= region
                    && region <= (Long.MAX_VALUE - JobLayout.regionsOffset(npes)) / npes - Shape.ALIGNMENT
                    && bytes == JobLayout.fileBytes(npes, region)
                    && bytes <= size;
            if (!sane) {
                throw new IOException(
                        "job file %s: the header is damaged, npes=%d, regionBytes=%d, heapBytes=%d, fileBytes=%d, file has %d bytes; start the job anew"
                                .formatted(path, npes, region, heap, bytes, size));
            }
            return bytes;
        }
    }

    private static long fileBytes(Shape shape) {
        return JobLayout.fileBytes(shape.npes(), shape.regionBytes());
    }

    /// The file is sparse: heaps may add up to more than there is, as long as programs do not use it all; an
    /// allocation that finds no memory says so on every PE. A single heap that cannot fit is a mistake.
    private static void checkRoom(Path directory, Shape shape, int pes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        // what is used at the least: the rest of the file is gaps
        BigInteger control = BigInteger.valueOf(JobLayout.controlBytes(shape.npes()));
        BigInteger npes = BigInteger.valueOf(pes);
        BigInteger start = BigInteger.valueOf(shape.startBytes());
        BigInteger need =
                start.add(BigInteger.valueOf(shape.heapBytes())).multiply(npes).add(control);
        BigInteger atOnce = start.multiply(npes).add(control);
        boolean fits = need.bitLength() < Long.SIZE - 1; // with the gaps between regions it is less than twice that
        if (!fits || shape.heapBytes() > usable || atOnce.compareTo(BigInteger.valueOf(usable)) > 0) {
            throw new IOException(
                    "%s has room for %d bytes, but %d PEs with a heap of %d bytes each need %d; lower --heap or -np, or choose another --heap-dir (in a container: --shm-size)"
                            .formatted(directory, usable, pes, shape.heapBytes(), need));
        }
    }

    /// Backs a range of the file with memory or disk blocks, zeroed, so that no later access can fault.
    private static void reserve(FileChannel channel, long offset, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, 1 << 18));
        for (long end = offset + bytes; offset < end; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), end - offset));
            offset += channel.write(zeros, offset);
        }
    }

    /// Backs a range of a PE's region.
    void reserve(int pe, long offset, long bytes) throws IOException {
        reserve(channel, JobLayout.regionOffset(npes, pe, regionBytes) + offset, bytes);
    }

    /// The path by which other processes of the same user open this file while its maker lives.
    public Path descriptor() {
        return descriptor;
    }

    private static Path descriptorOf(Path file) throws IOException {
        try (var links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : links) {
                if (Files.isSymbolicLink(link) && target(link).equals(file)) {
                    return Path.of(
                                    "/proc",
                                    Long.toString(ProcessHandle.current().pid()),
                                    "fd")
                            .resolve(link.getFileName());
                }
            }
        }
        throw new IOException("no descriptor of %s in /proc/self/fd; PEs reach the job file through /proc, so mount it"
                .formatted(file));
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // a descriptor that was closed while we looked
        }
    }

    /// Becomes a PE, for as long as this process lives: the kernel gives the lock on the first byte of the PE's slot
    /// back when it dies. False where another process is that PE already, or this one.
    boolean claim(int pe) throws IOException {
        try {
            return channel.tryLock(JobLayout.slotOffset(pe), 1, false) != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /// Whether the process of a PE that was claimed is gone.
    boolean isGone(int pe) {
        try (FileLock lock = channel.tryLock(JobLayout.slotOffset(pe), 1, false)) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // it lives in this process
        } catch (IOException e) {
            return false; // cannot be told
        }
    }

    /// PEs of the job.
    public int npes() {
        return npes;
    }

    /// Bytes of every region.
    public long regionBytes() {
        return regionBytes;
    }

    /// Bytes of every region that had memory behind them before any PE started.
    long startBytes() {
        return Memory.getLong(base + JobLayout.START_BYTES_OFFSET);
    }

    /// The control words, by name.
    public Control control() {
        return new Control(base, npes);
    }

    /// Address of byte 0 of a PE's region.
    public long regionAddress(int pe) {
        return base + JobLayout.regionOffset(npes, pe, regionBytes);
    }

    /// The ring of events from the PEs to the launcher.
    public Events events() {
        return new Events(base, npes);
    }

    @Override
    public void close() {
        arena.close();
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
