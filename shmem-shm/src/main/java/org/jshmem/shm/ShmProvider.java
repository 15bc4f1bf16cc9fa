// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jshmem.Config;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.shm.wait.ProcessEnd;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;

/// The provider of the shared-memory backend: joins the job for which a launcher started this process, or makes a job
/// for PEs in this JVM.
public final class ShmProvider implements TransportProvider {
    /// Environment variable with the path of the job file.
    public static final String JOB_VARIABLE = "JSHMEM_JOB";

    /// Environment variable with this PE's number.
    public static final String PE_VARIABLE = "JSHMEM_PE";

    /// Environment variable with the cores of each PE of this process, to which its thread is then bound.
    public static final String BINDING_VARIABLE = "JSHMEM_AFFINITY";

    /// Stands between the cores of two PEs.
    public static final String BINDING_SEPARATOR = "/";

    /// For the service loader.
    public ShmProvider() {}

    @Override
    public Optional<Transport> attach(Config config) {
        String path = System.getenv(JOB_VARIABLE);
        String number = System.getenv(PE_VARIABLE);
        if (path == null || number == null) return Optional.empty();
        try {
            int pe = Integer.parseInt(number);
            return Optional.of(join(Path.of(path), pe, 1, PeKind.PROCESS).attach(pe));
        } catch (IOException e) {
            throw new UncheckedIOException("PE %s: cannot join its job, %s".formatted(number, e.getMessage()), e);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(
                    "%s=%s is not a PE number; start this process through oshrun".formatted(PE_VARIABLE, number), e);
        }
    }

    /// Returns the transport of a PE that is a thread of the JVM that made the file.
    public static Transport thread(JobFile file, int pe, Topology topology) {
        return new ShmTransport(file, pe, PeKind.THREAD, topology, null, null);
    }

    /// Makes this process one PE of the job in `file`, which closes with the process. A launcher of another library
    /// started it. `topology` has all hosts of the job.
    public static Transport join(JobFile file, int pe, Topology topology, ForeignLauncher launcher) {
        claim(file, pe);
        Transport transport = new ShmTransport(file, pe, PeKind.EXTERNAL_LAUNCHER, topology, launcher, null);
        ProcessEnd.ofMain(transport);
        return transport;
    }

    /// Makes this process `count` PEs of the job at `path`, from PE `first` on. Throws if a process is one of
    /// these PEs already.
    public static LaunchedJob join(Path path, int first, int count, PeKind kind) throws IOException {
        JobFile file = JobFile.open(path);
        try {
            for (int pe = first; pe < first + count; pe++) claim(file, pe);
            return new LaunchedJob(file, first, kind);
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void claim(JobFile file, int pe) {
        int npes = file.npes();
        if (pe < 0 || pe >= npes) {
            throw new IllegalStateException("%s=%d, but job %s has %d PEs; start this process through oshrun"
                    .formatted(PE_VARIABLE, pe, file.control().id(), npes));
        }
        if (file.control().claim(pe)) return;
        long process = file.control().get(pe, JobLayout.PID);
        if (process == KernelFile.pid()) {
            throw new IllegalStateException(
                    "thread %s belongs to no PE, and the PEs of this JVM have joined already; start the thread from a PE"
                            .formatted(Thread.currentThread().getName()));
        }
        throw new IllegalStateException(
                "PE %d/%d: process %d is this PE already; a child process inherits %s: unset it before starting the child"
                        .formatted(pe, npes, process, JOB_VARIABLE));
    }

    @Override
    public Optional<Job> create(Shape shape) {
        return Optional.of(LocalJob.create(Settings.FOLDER, shape));
    }
}
