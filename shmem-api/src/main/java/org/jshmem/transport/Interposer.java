// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.ServiceLoader;

/// Something that stands between the library and a backend, and sees what passes: a service. Nobody looks for one
/// unless the environment asks, and without one no call site ever sees a second class of transports or channels.
public interface Interposer {

    /// Environment variable by which a launcher asks for it; what it holds is the interposer's to understand.
    String VARIABLE = "JSHMEM_TRACE";

    /// The transport as the library is to see it.
    ///
    /// @param asked what the variable holds
    Transport over(Transport transport, String asked);

    /// The transport itself where nobody asked, else with the interposer in front of it.
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
