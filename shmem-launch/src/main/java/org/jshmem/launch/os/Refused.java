// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;

/// The refusal of a job that cannot start with these options. Its message names the mistake and the remedy. Exit status
/// 2.
public final class Refused extends RuntimeException {
    /// Exit status of a job that is refused before it starts.
    public static final int STATUS = 2;

    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message, null, false, false); // a mistake of the user, so its stack trace is not printed
    }

    /// A use of a value that the user gave.
    public interface Attempt<T> {
        T get() throws IOException;
    }

    /// Returns a value that the user gave. Refuses one that the library or the system does not take, with its message.
    public static <T> T unlessValid(Attempt<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | IOException e) {
            throw new Refused(e.getMessage());
        }
    }
}
