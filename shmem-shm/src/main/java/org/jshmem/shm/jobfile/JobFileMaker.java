// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Supplier;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.Shape;

/// The maker of job files.
///
/// A job file is sparse, has mode 0600 and no name. The PEs reach it through the maker's descriptor in `/proc`, so no
/// file is left over, however and whenever the job ends. On systems other than Linux all PEs are threads of the maker,
/// and the file has a name until the maker has mapped it.
public final class JobFileMaker {
    private JobFileMaker() {}

    public static JobFile create(Path directory, Shape shape, int cores, int[] here, Supplier<Arena> lifetime)
            throws IOException {
        if (here.length > 0) checkRoom(directory, shape, here.length);
        if (!SystemCalls.LINUX) {
            Path path = Files.createTempFile(directory, "jshmem", null); // private to the user, by its contract
            try {
                return make(path, -1, directory, shape, cores, here, lifetime);
            } finally {
                Files.delete(path);
            }
        }
        int descriptor = SystemCalls.openNameless(directory.toString());
        if (descriptor < 0) {
            throw new IOException(
                    "%s: no file without a name can be made here; give oshrun another --heap-dir that this user may write to, on a file system with O_TMPFILE, such as tmpfs, ext4 or xfs"
                            .formatted(directory));
        }
        Path path = Path.of("/proc", Long.toString(KernelFile.pid()), "fd", Integer.toString(descriptor));
        JobFile made = null;
        try {
            made = make(path, descriptor, directory, shape, cores, here, lifetime);
            return made;
        } finally {
            if (made == null) SystemCalls.close(descriptor);
        }
    }

    private static JobFile make(
            Path path, int descriptor, Path directory, Shape shape, int cores, int[] here, Supplier<Arena> lifetime)
            throws IOException {
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            fill(file, shape, cores, here);
            return JobFile.map(path, fileBytes(shape), descriptor, lifetime); // beyond the end: extends it, sparsely
        } catch (IOException e) {
            throw unmakeable(directory, shape, e);
        }
    }

    /// Returns a random number that cannot be guessed. `SecureRandom` has it from the same device, but its
    /// providers take 20 ms to load.
    public static long newId() throws IOException {
        if (!SystemCalls.LINUX) return new SecureRandom().nextLong();
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
        if (why.contains("(No such file")) return "mount /proc, through which PEs reach the job file";
        return why.contains("File too large")
                ? "raise the limit on the size of files (ulimit -f), or lower --heap (SHMEM_SYMMETRIC_SIZE) or the number of PEs"
                : "free some room, or give oshrun another --heap-dir";
    }

    private static void fill(RandomAccessFile file, Shape shape, int cores, int[] here) throws IOException {
        JobFile.reserve(file, 0, JobLayout.controlBytes(shape.npes()));
        ByteBuffer header = ByteBuffer.allocate(JobLayout.HEADER_BYTES).order(ByteOrder.nativeOrder());
        header.putLong(JobLayout.MAGIC_OFFSET, JobLayout.MAGIC)
                .putInt(JobLayout.VERSION_OFFSET, JobLayout.VERSION)
                .putInt(JobLayout.NPES_OFFSET, shape.npes())
                .putLong(JobLayout.REGION_BYTES.at(), shape.regionBytes())
                .putLong(JobLayout.HEAP_BYTES.at(), shape.heapBytes())
                .putLong(JobLayout.START_BYTES.at(), shape.startBytes())
                .putLong(JobLayout.FILE_BYTES.at(), fileBytes(shape))
                .putLong(JobLayout.LAUNCHER.at(), KernelFile.pid())
                .putLong(JobLayout.TIMEOUT.at(), shape.timeoutNanos())
                .putLong(JobLayout.CREATED.at(), System.currentTimeMillis())
                .putInt(JobLayout.CORES_OFFSET, cores)
                .putInt(JobLayout.JVMS_OFFSET, shape.npes()) // until the launcher sets another number
                .putLong(JobLayout.JOB_ID_OFFSET, newId());
        file.seek(0);
        file.write(header.array());
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
        long usable = directory.toFile().getUsableSpace(); // that of a FileStore reads /proc
        // the bytes that the job uses at least: the rest of the file is gaps
        double atOnce = (double) shape.startBytes() * pes + JobLayout.controlBytes(shape.npes());
        double need = atOnce + (double) shape.heapBytes() * pes;
        boolean fits = need < 0x1p62; // with the gaps between regions less than twice that
        if (!fits || shape.heapBytes() > usable || atOnce > usable) {
            throw new IOException(
                    "%s has room for %s, but %s with a heap of %s %s; lower --heap (SHMEM_SYMMETRIC_SIZE) or the number of PEs, or give oshrun another --heap-dir (in a container: --shm-size)"
                            .formatted(
                                    directory,
                                    MemorySizes.format(usable),
                                    pes == 1 ? "a PE" : pes + " PEs",
                                    MemorySizes.format(shape.heapBytes()),
                                    (pes == 1 ? "needs " : "each need ") + MemorySizes.format((long) need)));
        }
    }
}
