// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import static org.jshmem.shm.jobfile.JobLayout.FILE_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.HEAP_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.REGION_BYTES;
import static org.jshmem.shm.jobfile.JobLayout.START_BYTES;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;

/// A copy of the control words of a job file, for a process that has not mapped the file. Reading does not touch the
/// job: holes of the sparse file stay holes.
public final class ControlCopy {
    private ControlCopy() {}

    /// Copies the control words of the job file at a path. Throws an `IOException` that names the file if it is foreign
    /// or damaged.
    public static Control of(Path path) throws IOException {
        int npes = header(path).npes();
        return new Control(copy(path, JobLayout.controlBytes(npes)), npes);
    }

    /// Copies the header alone. Throws as [#of(Path)] does.
    static Control header(Path path) throws IOException {
        MemorySegment words = copy(path, JobLayout.HEADER_BYTES);
        if (Memory.getLong(words.address() + JobLayout.MAGIC_OFFSET) != JobLayout.MAGIC) {
            throw new IOException(
                    "%s does not begin with the magic number; it is not a job file of this library".formatted(path));
        }
        int version = Memory.getInt(words.address() + JobLayout.VERSION_OFFSET);
        if (version != JobLayout.VERSION) {
            throw new IOException("%s has layout version %d, this build reads %d; use the build that made it"
                    .formatted(path, version, JobLayout.VERSION));
        }
        Control job = new Control(words, Memory.getInt(words.address() + JobLayout.NPES_OFFSET));
        if (isSane(job)) return job;
        throw new IOException(
                "%s has a damaged header, npes=%d, regionBytes=%d, heapBytes=%d, fileBytes=%d; start the job anew"
                        .formatted(path, job.npes(), job.get(REGION_BYTES), job.get(HEAP_BYTES), job.get(FILE_BYTES)));
    }

    private static boolean isSane(Control job) {
        int npes = job.npes();
        long bytes = job.get(REGION_BYTES);
        return npes > 0
                && npes <= JobFile.MOST_PES_OF_HOSTS
                && bytes > 0
                && bytes % Shape.PAGE == 0
                && bytes <= (Long.MAX_VALUE - JobLayout.regionsOffset(npes)) / npes - Shape.ALIGNMENT
                && job.get(HEAP_BYTES) >= 0
                && job.get(HEAP_BYTES) <= bytes
                && job.get(START_BYTES) >= 0
                && job.get(START_BYTES) <= bytes
                && job.get(FILE_BYTES) == JobLayout.fileBytes(npes, bytes);
    }

    /// Copies the first bytes of a file; those beyond its end are zero. No interrupt reaches this kind of stream.
    private static MemorySegment copy(Path path, long bytes) throws IOException {
        try (var in = new FileInputStream(path.toFile())) {
            MemorySegment read = MemorySegment.ofArray(in.readNBytes((int) bytes));
            return Arena.ofAuto().allocate(bytes, Long.BYTES).copyFrom(read);
        } catch (IOException e) {
            throw new IOException("%s cannot be read, %s".formatted(path, e.getMessage()), e);
        }
    }
}
