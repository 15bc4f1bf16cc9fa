// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jshmem.transport.Shape;

/// The header of a job file, as a process reads it that has not mapped the file.
///
/// @param words a copy of the header
record JobHeader(int npes, long regionBytes, long heapBytes, long fileBytes, ByteBuffer words) {
    /// Reads the header. Throws an `IOException` that names the file if it is foreign or damaged.
    static JobHeader of(FileChannel channel, Path path) throws IOException {
        ByteBuffer words = copy(channel, path, 0, JobLayout.HEADER_BYTES);
        if (words.getLong(JobLayout.MAGIC_OFFSET) != JobLayout.MAGIC) {
            throw new IOException(
                    "%s does not begin with the magic number; it is not a job file of this library".formatted(path));
        }
        int version = words.getInt(JobLayout.VERSION_OFFSET);
        if (version != JobLayout.VERSION) {
            throw new IOException("%s has layout version %d, this build reads %d; use the build that made it"
                    .formatted(path, version, JobLayout.VERSION));
        }
        var header = new JobHeader(
                words.getInt(JobLayout.NPES_OFFSET),
                words.getLong(JobLayout.REGION_BYTES_OFFSET),
                words.getLong(JobLayout.HEAP_BYTES_OFFSET),
                words.getLong(JobLayout.FILE_BYTES_OFFSET),
                words);
        if (header.isSane()) return header;
        throw new IOException(
                "%s has a damaged header, npes=%d, regionBytes=%d, heapBytes=%d, fileBytes=%d; start the job anew"
                        .formatted(path, header.npes, header.regionBytes, header.heapBytes, header.fileBytes));
    }

    private boolean isSane() {
        long start = words.getLong(JobLayout.START_BYTES_OFFSET);
        return npes > 0
                && npes <= JobFile.MOST_PES_OF_HOSTS
                && regionBytes > 0
                && regionBytes % JobLayout.PAGE == 0
                && regionBytes <= (Long.MAX_VALUE - JobLayout.regionsOffset(npes)) / npes - Shape.ALIGNMENT
                && heapBytes >= 0
                && heapBytes <= regionBytes
                && start >= 0
                && start <= regionBytes
                && fileBytes == JobLayout.fileBytes(npes, regionBytes);
    }

    /// Copies bytes of a file; those beyond its end are zero.
    static ByteBuffer copy(FileChannel channel, Path path, long offset, int bytes) throws IOException {
        ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        try {
            while (to.hasRemaining() && channel.read(to, offset + to.position()) >= 0) {
                // until the end
            }
        } catch (IOException e) {
            throw new IOException("%s cannot be read, %s".formatted(path, e.getMessage()), e);
        }
        return to.clear();
    }
}
