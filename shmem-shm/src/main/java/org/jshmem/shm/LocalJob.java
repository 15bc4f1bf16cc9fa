// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobFileMaker;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;

/// A job whose PEs are threads of this JVM, over a job file as in other jobs.
public record LocalJob(JobFile file, WaitReport report) implements Job {

    /// Makes the job. The file stays mapped as long as any object that can reach its memory, such as an array or a
    /// segment that a program keeps. The library refuses a late call.
    public static LocalJob create(Path directory, Shape shape) {
        try {
            int cores = AllowedCores.count();
            int[] all = IntStream.range(0, shape.npes()).toArray();
            JobFile file = JobFileMaker.create(directory, shape, cores, all, Arena::ofAuto);
            return new LocalJob(file, new WaitReport(file.control(), "jshmem"));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    e.getMessage()
                            + "; a job in one JVM is in %s, and Config.symmetricSize or SHMEM_SYMMETRIC_SIZE stands for --heap"
                                    .formatted(directory),
                    e);
        }
    }

    @Override
    public Transport attach(int pe) {
        return new ShmTransport(file, pe, PeKind.THREAD);
    }

    @Override
    public Transport attachProcess() {
        return new ShmTransport(file, 0, PeKind.ALONE);
    }

    @Override
    public void interrupt() {
        file.control().abort(Abort.INTERRUPTED, 1, -1);
    }

    @Override
    public void look() {
        String notice = report.look();
        if (notice != null) System.err.println(notice);
    }

    @Override
    public void close() {
        file.end();
    }
}
