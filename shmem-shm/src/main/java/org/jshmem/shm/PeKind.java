// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// How a PE lives, which decides how it ends.
enum PeKind {
    /// It has a process for itself: the end of the job is the end of the process.
    PROCESS,
    /// It shares a process that a launcher started: its thread ends by an exception, the launcher ends the process.
    MEMBER,
    /// It lives in the JVM that made the job, and no launcher watches.
    THREAD;

    /// Whether a launcher wants to know what happened.
    boolean isWatched() {
        return this != THREAD;
    }
}
