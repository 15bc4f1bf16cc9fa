// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

/// The body of each PE of a job inside this JVM.
@FunctionalInterface
public interface PeBody {

    /// Runs as PE `pe`, in a thread of its own, in which `Shmem.init` joins the job.
    void run(int pe) throws Exception;
}
