// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;

/// The maker of job files.
///
/// A job file is sparse, has mode 0600 and no name. The PEs reach it through the maker's descriptor in `/proc`, so no
/// file is left over, however and whenever the job ends.
public final class JobFileMaker {
    private JobFileMaker() {}

    public static JobFile create(Path directory, Shape shape, int cores, int[] here, Supplier<Arena> lifetime)
            throws IOException {
        return JobFile.uninterrupted(() -> {
            if (here.length > 0) checkRoom(directory, shape, here.length);
            int descriptor = SystemCalls.openNameless(directory.toString());
            if (descriptor < 0) {
                throw new IOException(
                        "%s: no file without a name can be made here; give oshrun another --heap-dir that this user may write to, on a file system with O_TMPFILE, such as tmpfs, ext4 or xfs"
                                .formatted(directory));
            }
            try {
                return createNameless(descriptor, shape, cores, here, lifetime);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                throw unmakeable(directory, shape, e);
            }
        });
    }

    private static JobFile createNameless(int descriptor, Shape shape, int cores, int[] here, Supplier<Arena> lifetime)
            throws IOException {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        Path target;
        RandomAccessFile file;
        try {
            target = Files.readSymbolicLink(link);
            file = new RandomAccessFile(link.toFile(), "rw");
        } finally {
            SystemCalls.close(descriptor); // the file has a descriptor of its own
        }
        return write(file, shape, cores, here, newId(), target, lifetime);
    }

    /// Returns a random number that cannot be guessed. `SecureRandom` has it from the same device, but its
    /// providers take 20 ms to load.
    private static long newId() throws IOException {
        try (var random = new DataInputStream(new FileInputStream("/dev/urandom"))) {
            return random.readLong();
        }
    }

    private static IOException unmakeable(Path directory, Shape shape, IOException e) {
        String why = String.valueOf(e.getMessage());
        return new IOException(
                "%s: the job file of %s for %d PEs cannot be made, %s; %s"
                        .formatted(directory, MemorySizes.format(fileBytes(shape)), shape.npes(), why, remedy(why)),
                e);
    }

    /// The remedy for a reason of the operating system.
    public static String remedy(String why) {
        if (why.contains("Too many open files")) return "raise the limit on open files (ulimit -n)";
        if (why.contains("Map failed")) return "raise the limit on address space (ulimit -v)";
        return why.contains("File too large")
                ? "raise the limit on the size of files (ulimit -f), or lower --heap (SHMEM_SYMMETRIC_SIZE) or the number of PEs"
                : "free some room, or give oshrun another --heap-dir";
    }

    /// Fills a file that is just opened; `target` is the path to which its descriptor in `/proc` points.
    private static JobFile write(
            RandomAccessFile file, Shape shape, int cores, int[] here, long id, Path target, Supplier<Arena> lifetime)
            throws IOException {
        try {
            fill(file, shape, cores, here, id);
            // mapping beyond the end extends the file, sparsely
            return new JobFile(file, fileBytes(shape), descriptorOf(target), lifetime);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void fill(RandomAccessFile file, Shape shape, int cores, int[] here, long id) throws IOException {
        long bytes = fileBytes(shape);
        long controlBytes = JobLayout.controlBytes(shape.npes());
        JobFile.reserve(file, 0, controlBytes);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment control = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, controlBytes, arena);
            long base = control.address();
            Memory.setInt(base + JobLayout.VERSION_OFFSET, JobLayout.VERSION);
            Memory.setInt(base + JobLayout.NPES_OFFSET, shape.npes());
            Memory.setLong(base + JobLayout.REGION_BYTES_OFFSET, shape.regionBytes());
            Memory.setLong(base + JobLayout.HEAP_BYTES_OFFSET, shape.heapBytes());
            Memory.setLong(base + JobLayout.START_BYTES_OFFSET, shape.startBytes());
            Memory.setLong(base + JobLayout.FILE_BYTES_OFFSET, bytes);
            Memory.setLong(base + JobLayout.LAUNCHER_PID_OFFSET, KernelFile.pid());
            Memory.setLong(base + JobLayout.TIMEOUT_OFFSET, shape.timeoutNanos());
            Memory.setLong(base + JobLayout.CREATED_OFFSET, System.currentTimeMillis());
            Memory.setInt(base + JobLayout.CORES_OFFSET, cores);
            Memory.setInt(base + JobLayout.JVMS_OFFSET, shape.npes()); // until the launcher sets another number
            Memory.setLong(base + JobLayout.JOB_ID_OFFSET, id);
            Memory.setLongRelease(base + JobLayout.MAGIC_OFFSET, JobLayout.MAGIC);
        }
        for (int pe : here) {
            JobFile.reserve(file, JobLayout.regionOffset(shape.npes(), pe, shape.regionBytes()), shape.startBytes());
        }
    }

    private static long fileBytes(Shape shape) {
        return JobLayout.fileBytes(shape.npes(), shape.regionBytes());
    }

    /// Checks that the directory has room for the file. The file is sparse: the sum of the heaps may exceed the
    /// room, as long as programs do not use it all. An allocation that finds no memory fails on every PE. One heap
    /// that is larger than the room is a mistake.
    private static void checkRoom(Path directory, Shape shape, int pes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        // the bytes that the job uses at least: the rest of the file is gaps
        BigInteger control = BigInteger.valueOf(JobLayout.controlBytes(shape.npes()));
        BigInteger npes = BigInteger.valueOf(pes);
        BigInteger start = BigInteger.valueOf(shape.startBytes());
        BigInteger need =
                start.add(BigInteger.valueOf(shape.heapBytes())).multiply(npes).add(control);
        BigInteger atOnce = start.multiply(npes).add(control);
        boolean fits = need.bitLength() < Long.SIZE - 1; // with the gaps between regions less than twice that
        if (!fits || shape.heapBytes() > usable || atOnce.compareTo(BigInteger.valueOf(usable)) > 0) {
            long most = need.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
            throw new IOException(
                    "%s has room for %s, but %s with a heap of %s %s; lower --heap (SHMEM_SYMMETRIC_SIZE) or the number of PEs, or give oshrun another --heap-dir (in a container: --shm-size)"
                            .formatted(
                                    directory,
                                    MemorySizes.format(usable),
                                    pes == 1 ? "a PE" : pes + " PEs",
                                    MemorySizes.format(shape.heapBytes()),
                                    (pes == 1 ? "needs " : "each need ") + MemorySizes.format(most)));
        }
    }

    private static Path descriptorOf(Path file) throws IOException {
        try (var links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : links) {
                if (Files.isSymbolicLink(link) && target(link).equals(file)) {
                    return Path.of("/proc", Long.toString(KernelFile.pid()), "fd")
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
            return link; // another thread has closed this descriptor meanwhile
        }
    }
}
