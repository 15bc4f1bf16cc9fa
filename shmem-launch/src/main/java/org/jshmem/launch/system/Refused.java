// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

/// A job that cannot be started as asked; the message says by name what is wrong and what to do. Exit status 2.
public final class Refused extends RuntimeException {
    /// Exit status of a job that is refused before it starts.
    public static final int STATUS = 2;

    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message, null, false, false); // the user's mistake: nobody reads its stack trace
    }
}
