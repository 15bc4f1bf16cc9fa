// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

/// The way in which a PE lives, which decides how it ends.
public enum PeKind {
    /// The PE is the only one of its process: the end of the job is the end of the process.
    PROCESS,
    /// As [#PROCESS], started by a launcher that is not `oshrun`, such as a PMIx server.
    EXTERNAL_LAUNCHER,
    /// The PE shares a process that a launcher started: its thread ends by an exception, and the launcher ends the
    /// process.
    SHARED_JVM,
    /// The PE is the only one of a job that its process has made without a launcher: a global exit ends the
    /// process, and a failure is an exception.
    ALONE,
    /// The PE is a thread of the JVM that made the job, without a launcher.
    THREAD;

    /// Whether `oshrun` has started the PE, reads the control words of the job file, and reports failures.
    boolean isWatched() {
        return this == PROCESS || this == SHARED_JVM;
    }

    /// Whether the PE is the only one of its process.
    public boolean isProcess() {
        return this == PROCESS || this == EXTERNAL_LAUNCHER;
    }

    /// Whether other PEs of the job have processes of their own, which may vanish.
    public boolean hasProcesses() {
        return this != THREAD && this != ALONE;
    }
}
