// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.jdk.CarriedThreads;
import org.jshmem.jdk.JdkSignals;
import org.jshmem.program.ExceptionReport;
import org.jshmem.program.ProgramFrames;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.shm.jobfile.RemoteProgress;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.shm.wait.CarriedPe;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.shm.wait.ProcessEnd;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// A job that a launcher made, as a process sees it that is one or several of its PEs.
public final class LaunchedJob {
    private final JobFile file;
    private final int first;
    private final PeKind kind;

    /// The threads of the PEs of this JVM.
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();

    /// Null in a job on this host alone, and before the first PE of this JVM attaches.
    private RemoteLayer layer;

    private Topology hosts;

    /// The PEs of this JVM from `first` on.
    LaunchedJob(JobFile file, int first, PeKind kind) {
        this.file = file;
        this.first = first;
        this.kind = kind;
    }

    /// The control words of the job.
    public Control control() {
        return file.control();
    }

    /// The carriers of PEs `first` to `first + count - 1`, which are all PEs of this JVM.
    /// Empty if each PE had better have a thread of its own.
    public Optional<Carriers> carriers(int first, int count, long stackBytes) {
        if (!Carriers.help(control())) return Optional.empty();
        if (!CarriedThreads.arePossible()) {
            if (first == 0 && CarriedThreads.areMissing())
                System.err.printf(
                        "PE 0/%d: JDK %s has no field by which carriers take PEs over, so each PE is a thread of the kernel and"
                                + " waits longer for its turn; set JSHMEM_JAVA_HOME to a JDK 25%n",
                        control().npes(), Runtime.version());
            return Optional.empty();
        }
        return Optional.of(
                new Carriers(control(), first, count, control().jvms(), stackBytes, why -> failed(first, why)));
    }

    /// Returns the transport of a PE. The thread that becomes the PE calls this once.
    public synchronized Transport attach(int pe) {
        if (threads.isEmpty()) postLines();
        threads.put(pe, Thread.currentThread());
        String cores = System.getenv(ShmProvider.BINDING_VARIABLE);
        if (cores != null) SystemCalls.bind(AllowedCores.parse(cores.split(ShmProvider.BINDING_SEPARATOR)[pe - first]));
        Transport transport = control().hosts.count() == 0 ? new ShmTransport(file, pe, kind) : severalHosts(pe);
        if (kind == PeKind.PROCESS) ProcessEnd.ofMain(transport);
        return transport;
    }

    /// From now on posts the lines of the program at which the PEs of this JVM are whenever the launcher requests
    /// them by SIGURG, which a process ignores that does not handle it.
    private void postLines() {
        control().postLines = () -> threads.forEach(this::postLine);
        try {
            JdkSignals.handle(_ -> report(), "URG");
        } catch (IllegalArgumentException e) {
            // this JVM uses the signal itself: the report has no line of its PEs
        }
    }

    private void report() {
        control().postLines.run();
        RemoteProgress remote = control().remote;
        if (remote != null) remote.requestRows();
    }

    private void postLine(int pe, Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        control().texts.set(pe, Text.LINE, ProgramFrames.line(stack) + "\t" + ProgramFrames.wait(stack));
    }

    /// Returns the transport of a PE of a job on several hosts, once the addresses of all JVMs are here.
    private Transport severalHosts(int pe) {
        control().started(pe, KernelFile.pid()); // a PE of this host that ends before its init then ends the job
        if (layer == null) {
            RemoteLayer found = RemoteLayer.find();
            HostsTable.publish(control(), first, control().cores(), found.address());
            Topology one = Topology.oneJvm(control().npes(), control().npes()); // no PE shares a core in this wait
            Wait others = new Wait(
                    _ -> "for all PEs of other hosts to begin",
                    () -> control().hosts.key() != 0);
            new ShmTransport(file, pe, kind, one, null, null).await(0, 1, others);
            hosts = HostsTable.topology(control());
            layer = found;
        }
        Transport near = new ShmTransport(file, pe, kind, hosts, null, CarriedPe.ofCaller())
                .within(control().get(JobLayout.COMMON_BYTES));
        return layer.over(near, file);
    }

    /// Ends the job, because a PE's main method threw, and publishes the reason.
    public void failed(int pe, Throwable why) {
        control().abort(Abort.FAILED, 1, pe);
        control().texts.reason(pe, ExceptionReport.line(why));
    }
}
