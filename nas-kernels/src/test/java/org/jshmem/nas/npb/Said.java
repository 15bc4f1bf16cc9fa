// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// What a failed job said, anywhere in what it threw.
public final class Said {
    private Said() {}

    public static void by(Throwable thrown, String... texts) {
        StringBuilder said = new StringBuilder();
        gather(thrown, said);
        for (String text : texts)
            assertTrue(said.indexOf(text) >= 0, () -> "not in what was said: " + text + "\n" + said);
    }

    private static void gather(Throwable thrown, StringBuilder said) {
        said.append(thrown).append('\n');
        if (thrown.getCause() != null) gather(thrown.getCause(), said);
        for (Throwable t : thrown.getSuppressed()) gather(t, said);
    }
}
