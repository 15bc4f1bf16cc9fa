// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The body of a program, which every PE of a job runs.
@FunctionalInterface
public interface Program {

    /// Runs as one PE. An exception that it throws ends the whole job with status 1.
    ///
    /// @param sh this PE's handle, closed when the method returns
    /// @param args the program's own arguments, the same on every PE
    /// @throws Exception any failure of this PE; the launcher names the PE and ends the others
    void run(Shmem sh, String[] args) throws Exception;
}
