// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Transport;

/// The messages between the JVMs of several hosts. Only a job on several hosts loads them.
public interface RemoteLayer {
    /// Returns the layer on the class path. Throws if there is none. It is found by its name: a search for services
    /// would open the jars, whose classes are in the class archive.
    static RemoteLayer find() {
        try {
            return (RemoteLayer)
                    Class.forName("org.jshmem.hosts.UcxLayer").getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the job has PEs on several hosts, and the class path has no shmem-ucx; add org.jshmem:shmem-ucx",
                    e);
        }
    }

    /// The reason why this host cannot use it, with the remedy; null if it can.
    String missing();

    /// The name and the version of the library that it uses.
    String version();

    /// The address of this JVM, to which those of other hosts connect.
    byte[] address();

    /// Returns the transport of a PE to all hosts.
    ///
    /// @param near the PE's transport to the PEs of its host
    /// @param file the job file of this host, with the addresses of all JVMs
    Transport over(Transport near, JobFile file);
}
