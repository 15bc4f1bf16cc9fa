// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.Optional;
import org.jshmem.Config;

/// A service by which the runtime finds a backend for PEs that no launcher has bound to one. The runtime calls one
/// provider after the other.
public interface TransportProvider {

    /// Environment variable in which a launcher names the provider that it has found, so that no PE searches again.
    String BACKEND_VARIABLE = "JSHMEM_BACKEND";

    /// Returns the transport of this process if this provider's launcher started it as a PE of a job; else empty.
    /// The launcher has chosen the shape of the job; `config` has the program's wishes. Throws if this process
    /// cannot be that PE.
    Optional<Transport> attach(Config config);

    /// Makes a job whose PEs live in this JVM. Empty if this provider has no such jobs.
    Optional<Job> create(Shape shape);

    /// A job inside this JVM.
    interface Job extends AutoCloseable {

        /// Returns the transport of one of its PEs, once for each PE.
        Transport attach(int pe);

        /// Returns the transport of the only PE, whose global exit ends this process.
        default Transport attachProcess() {
            return attach(0);
        }

        /// Ends the job because the thread that runs it was interrupted: the present or next wait of every PE throws
        /// `ShmemInterruptedException`.
        void interrupt();

        /// Looks at the PEs, once a second while they run, and prints who waits for whom if none goes on.
        default void look() {}

        /// Frees the job's memory, after its PEs have ended.
        @Override
        void close();
    }
}
