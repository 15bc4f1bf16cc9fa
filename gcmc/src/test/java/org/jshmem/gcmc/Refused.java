// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.rehearsal.InvalidArguments;
import org.junit.jupiter.api.function.Executable;

/// A job that refuses its arguments.
final class Refused {
    private Refused() {}

    /// Runs one, and returns the sentence that it is refused with.
    static String by(Executable job) {
        Throwable thrown = assertThrows(Throwable.class, job);
        while (!(thrown instanceof InvalidArguments)) thrown = thrown.getCause();
        return thrown.getMessage();
    }
}
