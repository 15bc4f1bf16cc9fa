// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.ShmemTimeoutException;
import org.junit.jupiter.api.Test;

/// What a PE prints when it fails.
class StoryTest {
    private static <T extends Throwable> T thrownFrom(T why) {
        why.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.jshmem.shm.Waiting", "await", "Waiting.java", 7),
            new StackTraceElement("org.jshmem.runtime.Handle", "barrierAll", "Handle.java", 8),
            new StackTraceElement("Halo", "exchange", "Halo.java", 12),
            new StackTraceElement("java.util.ArrayList", "forEach", "ArrayList.java", 9),
            new StackTraceElement("Halo", "main", "Halo.java", 4),
            new StackTraceElement("org.jshmem.Shmem", "run", "Shmem.java", 3)
        });
        return why;
    }

    @Test
    void whatTheLibraryThrowsOnPurposeNamesTheProgramsLinesOnly() {
        List<String> lines = Story.of(1, 4, thrownFrom(new ShmemTimeoutException("waited")))
                .lines()
                .toList();
        assertEquals(
                List.of(
                        "PE 1/4: uncaught org.jshmem.ShmemTimeoutException: waited",
                        "\tat Halo.exchange(Halo.java:12)",
                        "\tat Halo.main(Halo.java:4)"),
                lines);
    }

    @Test
    void whatAnythingElseThrowsIsWhole() {
        String text = Story.of(1, 4, thrownFrom(new IllegalArgumentException("odd")));
        assertTrue(text.startsWith("PE 1/4: uncaught java.lang.IllegalArgumentException: odd"), text);
        assertEquals(7, text.lines().count(), text);
    }
}
