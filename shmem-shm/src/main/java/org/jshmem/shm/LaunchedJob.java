// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Events;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.shm.wait.ProcessEnd;
import org.jshmem.spi.ExceptionReport;
import org.jshmem.spi.JdkSignals;
import org.jshmem.spi.ProgramFrames;
import org.jshmem.transport.Transport;

/// A job that a launcher made, as a process sees it that is one or several of its PEs.
public final class LaunchedJob {
    private final JobFile file;
    private final int first;
    private final PeKind kind;

    /// The threads of the PEs of this JVM.
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();

    /// Null in a job on this host alone, and before the first PE of this JVM attaches.
    private RemoteLayer layer;

    private HostsTable hosts;

    /// The PEs of this JVM from `first` on.
    LaunchedJob(JobFile file, int first, PeKind kind) {
        this.file = file;
        this.first = first;
        this.kind = kind;
    }

    /// The number of PEs of the whole job.
    public int npes() {
        return file.npes();
    }

    /// The carriers of PEs `first` to `first + count - 1`, which are all PEs of this JVM.
    /// Empty if each PE had better have a thread of its own.
    public Optional<Carriers> carriers(int first, int count, long stackBytes) {
        Control control = file.control();
        if (!Carriers.help(control)) return Optional.empty();
        return Optional.of(new Carriers(control, first, count, control.jvms(), stackBytes, why -> failed(first, why)));
    }

    /// Returns the transport of a PE. The thread that becomes the PE calls this once.
    public synchronized Transport attach(int pe) {
        if (threads.isEmpty()) postLines();
        threads.put(pe, Thread.currentThread());
        String folder = System.getenv(HostsTable.VARIABLE);
        Transport transport = folder == null ? new ShmTransport(file, pe, kind) : severalHosts(pe, Path.of(folder));
        if (kind == PeKind.PROCESS) ProcessEnd.ofMain(transport);
        return transport;
    }

    /// From now on posts the lines of the program at which the PEs of this JVM are whenever the launcher requests
    /// them by SIGURG, which a process ignores that does not handle it.
    private void postLines() {
        try {
            JdkSignals.handle(_ -> threads.forEach(this::postLine), "URG");
        } catch (IllegalArgumentException e) {
            // this JVM uses the signal itself: the report has no line of its PEs
        }
    }

    private void postLine(int pe, Thread thread) {
        file.events().post(Events.LINE, pe, ProgramFrames.line(thread.getStackTrace()));
    }

    /// Returns the transport of a PE of a job on several hosts.
    private Transport severalHosts(int pe, Path folder) {
        try {
            if (layer == null) layer = RemoteLayer.find();
            if (hosts == null) hosts = HostsTable.join(folder, first, layer.address(), this::isEnding);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "PE %d/%d: cannot join the other hosts, %s".formatted(pe, npes(), e.getMessage()), e);
        }
        Transport near = new ShmTransport(file, pe, kind, hosts.topology(), null);
        return layer.over(near, file, hosts.key(), hosts.addresses()::get);
    }

    /// Whether the job is ending.
    public boolean isEnding() {
        return file.control().abort() != Abort.NONE;
    }

    /// The exit status of an ending job.
    public int status() {
        return file.control().abortStatus();
    }

    /// Ends the job, because a PE's main method threw, and sends the reason to the launcher.
    public void failed(int pe, Throwable why) {
        file.control().abort(Abort.FAILED, 1, pe);
        file.events().post(Events.FAILED, pe, ExceptionReport.line(why));
    }

    /// Sends the launcher the reason why the program cannot run. The caller ends the process with a status of its
    /// own.
    public void refused(int pe, String why) {
        file.events().post(Events.FAILED, pe, why);
    }

    /// Informs the launcher that a PE called `System.exit`.
    public void exited(int pe) {
        file.events().post(Events.EXITED, pe, "");
    }

    /// Informs the launcher that the PE that ends the job has written all of its output.
    public void written(int pe) {
        if (file.control().abortPe() == pe) file.events().post(Events.WRITTEN, pe, "");
    }

    /// Whether a PE has left its last finalize.
    public boolean isFinalized(int pe) {
        return file.control().state(pe) == PeState.FINALIZED;
    }

    /// Records that a PE's main method has returned. The launcher cannot notice this by itself, since the process
    /// continues.
    public void left(int pe) {
        if (!isFinalized(pe)) file.control().state(pe, PeState.LEFT);
    }
}
