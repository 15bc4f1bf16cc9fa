// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

/// The end of a job inside this JVM.
///
/// @param status 0 if every PE ended well, else the status of the program's global exit, or 1
/// @param pe the PE that decided the status, or -1 if all ended well
/// @param why the exception of that PE, or null
/// @param found the machine's own findings, such as races and late puts, or null
public record JobOutcome(int status, int pe, Throwable why, Throwable found) {
    /// System property of the JVM of a simulated job: the file that this JVM makes when the simulation has ended. The
    /// JVM writes [#EXIT] into the file if a call of `System.exit` ends the simulation.
    public static final String FILE_PROPERTY = "jshmem.ended";

    /// The content of the file after a call of `System.exit` while PEs were running.
    public static final String EXIT = "exit";

    /// The content of the file after a call of `System.exit` of a PE that had finalized: its number, and that of PEs.
    /// The status of the JVM is that of the call.
    public static final String LEFT = "PE %d/%d";

    /// The end of a job on a machine that has no findings.
    public JobOutcome(int status, int pe, Throwable why) {
        this(status, pe, why, null);
    }
}
