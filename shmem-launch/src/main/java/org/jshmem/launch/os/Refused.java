// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;

/// The refusal of a job that cannot start with these options. Its message names the mistake and the remedy. Exit status
/// 2.
public final class Refused extends RuntimeException {
    /// Exit status of a job that is refused before it starts.
    public static final int STATUS = 2;

    private static final long serialVersionUID = 1L;

    /// `message` is a format if there are `facts`.
    public Refused(String message, Object... facts) {
        // a mistake of the user, so its stack trace is not printed
        super(facts.length == 0 ? message : message.formatted(facts), null, false, false);
    }

    /// Refuses a job if it is `wrong`.
    public static void when(boolean wrong, String message, Object... facts) {
        if (wrong) throw new Refused(message, facts);
    }

    /// A use of a value that the user gave.
    public interface Attempt<T> {
        T get() throws IOException;
    }

    /// Returns a value that the user gave. Refuses one that the library or the system does not take, with its message.
    public static <T> T unlessValid(Attempt<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            throw new Refused(e.getMessage());
        }
    }
}
