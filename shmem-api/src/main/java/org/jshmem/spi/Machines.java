// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.List;

/// The simulated machines on which `oshrun --machine NAME` runs programs: a service.
public interface Machines {

    /// The names of the machines for `--machine`.
    List<String> names();

    /// Whether `--machine` accepts this: a name, or another text that describes a machine, such as a file.
    default boolean has(String name) {
        return names().contains(name);
    }

    /// The class whose `main(String[])` runs a program on a machine. Its arguments are `--machine NAME`, `-np N`,
    /// `--heap BYTES`, `--timeout D`, `--tag-output` and the simulator's own options, as far as they were given.
    /// Then come `--`, the program's main class and its arguments.
    Class<?> main();

    /// Runs a body as each PE of a job in this JVM, in virtual time, and returns after all PEs have ended. If the
    /// calling thread is interrupted, the PEs end at their next call of the library.
    JobOutcome run(SimulatedJob job, PeBody body);
}
