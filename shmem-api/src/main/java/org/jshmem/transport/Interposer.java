// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.ServiceLoader;

/// A layer between the library and a backend that observes all operations: a service. No PE searches for one unless
/// the environment names it. Without one, no call site has a second class of transports or channels.
public interface Interposer {

    /// Environment variable by which a launcher requests an interposer. Its value is the interposer's to interpret.
    String VARIABLE = "JSHMEM_TRACE";

    /// Returns the transport for the library, around the backend's.
    ///
    /// @param asked value of the variable
    Transport over(Transport transport, String asked);

    /// Returns the transport itself if the variable is unset, else the interposer's around it.
    static Transport between(Transport transport) {
        String asked = System.getenv(VARIABLE);
        if (asked == null) return transport;
        for (Interposer found : ServiceLoader.load(Interposer.class, Interposer.class.getClassLoader())) {
            return found.over(transport, asked);
        }
        throw new IllegalStateException(
                "%s=%s, and the class path has no recorder; add org.jshmem:shmem-trace, or unset the variable"
                        .formatted(VARIABLE, asked));
    }
}
