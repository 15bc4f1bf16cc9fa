// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Simulated machines that `oshrun --machine NAME` runs programs on: a service.
public interface Machines {

    /// What `--machine` calls them.
    List<String> names();

    /// Whether `--machine` may be this: one of the names, or something else that means a machine, such as a file.
    default boolean has(String name) {
        return names().contains(name);
    }

    /// What a calibration of this host has found that algorithms cost, as PEs read it; nothing where there is
    /// none. Where there is one that cannot be used, the reason goes to standard error.
    Optional<String> prices(Map<String, String> environment);

    /// The class whose `main(String[])` runs a program on one of them. It gets `--machine NAME`, `-np N`,
    /// `--heap BYTES`, `--timeout D`, `--tag-output` and the simulator's own options as far as they were
    /// given, then `--`, the program's main class and its arguments.
    Class<?> main();

    /// Runs a body as each PE of a job in this JVM, in virtual time, and returns when all have ended. Where the calling
    /// thread is interrupted the PEs end at their next call of the library.
    Ended run(SimulatedJob job, PeBody body);
}
