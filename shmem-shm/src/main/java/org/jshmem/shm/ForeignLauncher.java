// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// The launcher of another library that started this process as a PE. It ends the processes of the job and forwards
/// their output. It does not read the job file and prints no report.
public interface ForeignLauncher {
    /// Ends all processes of the job with this status. May return before this process ends.
    void abort(int status, String why);

    /// The PE has left its last finalize. It may begin another session.
    void left();
}
