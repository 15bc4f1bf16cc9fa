// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.ServiceLoader;
import java.util.function.IntFunction;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Transport;

/// The messages between the JVMs of several hosts: a service. Only a job on several hosts loads it.
public interface RemoteLayer {
    /// Returns the layer on the class path. Throws if there is none.
    static RemoteLayer find() {
        for (RemoteLayer layer : ServiceLoader.load(RemoteLayer.class, RemoteLayer.class.getClassLoader()))
            return layer;
        throw new IllegalStateException(
                "the job has PEs on several hosts, and the class path has no shmem-ucx; add org.jshmem:shmem-ucx");
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
    /// @param file the job file of this host
    /// @param key a random number of the job
    /// @param addresses the address of each JVM
    Transport over(Transport near, JobFile file, long key, IntFunction<byte[]> addresses);
}
