// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// What each PE of a job inside this JVM does.
@FunctionalInterface
public interface PeBody {

    /// Runs as this PE, in its own thread, in which `Shmem.init` joins the job.
    void run(int pe) throws Exception;
}
