// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider.Job;

/// A job that a launcher made, seen from a process that is one or several of its PEs.
public final class MemberJob implements Job {
    private final JobFile file;
    private final PeKind kind;

    MemberJob(JobFile file, PeKind kind) {
        this.file = file;
        this.kind = kind;
    }

    /// PEs of the whole job.
    public int npes() {
        return file.npes();
    }

    @Override
    public Transport attach(int pe) {
        return new ShmTransport(file, pe, kind);
    }

    /// The transport of a PE of a job on several hosts to the PEs of its own.
    public Transport attach(int pe, Topology topology) {
        return new ShmTransport(file, pe, kind, topology);
    }

    /// Whether the job is to end.
    public boolean isEnding() {
        return file.control().abort() != Abort.NONE;
    }

    /// The exit status that an ending job has.
    public int status() {
        return file.control().abortStatus();
    }

    /// A PE's main method threw, which ends the job.
    public void failed(int pe, Throwable why) {
        file.control().abort(Abort.FAILED, 1, pe);
        file.events().post(Events.FAILED, pe, FailureText.line(why));
    }

    /// The program cannot be run; the process ends with a status of its own.
    public void refused(int pe, String why) {
        file.events().post(Events.FAILED, pe, why);
    }

    /// A PE called `System.exit`.
    public void exited(int pe) {
        file.events().post(Events.EXITED, pe, "");
    }

    /// Whether a PE has left its last finalize.
    public boolean isFinalized(int pe) {
        return file.control().state(pe) == PeState.FINALIZED;
    }

    /// A PE's main method has returned. Its process goes on, so that nobody else would notice.
    public void left(int pe) {
        if (!isFinalized(pe)) file.control().state(pe, PeState.LEFT);
    }

    @Override
    public void close() {
        file.close();
    }
}
