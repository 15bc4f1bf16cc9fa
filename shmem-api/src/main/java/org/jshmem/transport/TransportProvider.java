// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Optional;
import org.jshmem.Config;

/// How the runtime finds a backend for PEs that nobody bound to one: a service. Providers are asked in turn.
public interface TransportProvider {

    /// Environment variable by which a launcher says which of these services it has found, so that no PE looks
    /// again.
    String BACKEND_VARIABLE = "JSHMEM_BACKEND";

    /// The transport of this process if something that this provider knows started it as a PE of a job; the job's
    /// shape is then the starter's, and `config` what the program asks for. Throws where this process cannot be
    /// that PE.
    Optional<Transport> attach(Config config);

    /// Makes a job whose PEs live in this JVM, or says that this provider has no such jobs.
    Optional<Job> create(Shape shape);

    /// A job inside this JVM.
    interface Job extends AutoCloseable {

        /// The transport of one of its PEs; each is asked for once, by the thread that becomes the PE.
        Transport attach(int pe);

        /// Gives the job's memory back; its PEs have ended.
        @Override
        void close();
    }
}
