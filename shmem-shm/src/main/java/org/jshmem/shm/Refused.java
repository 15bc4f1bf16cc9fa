// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// A job that cannot be started as asked; the message says by name what is wrong and what to do. Exit status 2.
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message, null, false, false); // the user's mistake: nobody reads its stack trace
    }
}
