// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// What every PE of a job runs.
@FunctionalInterface
public interface Program {

    /// Runs as one PE; `args` are the program's own arguments, the same on every PE.
    void run(Shmem sh, String[] args) throws Exception;
}
