// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Optional;

/// How the runtime finds a backend for PEs that nobody bound to one: a service, looked up on the class path.
public interface TransportProvider {

    /// The transport of this process if a launcher started it as a PE of a job.
    Optional<Transport> attach();

    /// Makes a job whose PEs live in this JVM.
    Job create(Shape shape);

    /// A job inside this JVM.
    interface Job extends AutoCloseable {

        /// The transport of one of its PEs; each is asked for once, by the thread that becomes the PE.
        Transport attach(int pe);

        /// Gives the job's memory back; its PEs have ended.
        @Override
        void close();
    }
}
