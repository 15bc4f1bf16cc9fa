// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.program.ProgramFrames;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.ProcessEnd;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What a PE prints when it fails.
class FailureTextTest {
    private static <T extends Throwable> T thrownFrom(T why) {
        why.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("org.jshmem.shm.wait.Waiter", "await", "Waiter.java", 7),
            new StackTraceElement("org.jshmem.runtime.SessionHandle", "barrierAll", "SessionHandle.java", 8),
            new StackTraceElement("Halo", "exchange", "Halo.java", 12),
            new StackTraceElement("java.util.ArrayList", "forEach", "ArrayList.java", 9),
            new StackTraceElement("Halo", "main", "Halo.java", 4),
            new StackTraceElement("org.jshmem.Shmem", "run", "Shmem.java", 3)
        });
        return why;
    }

    @Test
    void noPackageOfThisModuleIsAProgram() throws IOException {
        try (var folders = Files.list(Path.of("src/main/java/org/jshmem"))) {
            List<String> names = folders.map(folder -> "org.jshmem." + folder.getFileName() + ".Any")
                    .toList();
            assertTrue(names.size() > 1, names::toString);
            for (String name : names) assertTrue(ProgramFrames.isLibrary(name), name);
        }
    }

    @AutoClose
    private final JobFile file = JobFiles.of(4);

    private String story(int pe, Throwable why) {
        return ProcessEnd.text(pe, file.control(), thrownFrom(why));
    }

    private static IllegalArgumentException odd(String message) {
        return new IllegalArgumentException(message, thrownFrom(new IllegalStateException("why")));
    }

    @Test
    void framesThatAnotherPeHasPrintedAreNotPrintedAgain() {
        String first = story(2, odd("odd"));
        assertTrue(first.contains("\tat Halo.main(Halo.java:4)\n"), first);
        assertEquals("""
                PE 3/4: uncaught java.lang.IllegalArgumentException: odd too
                Caused by: java.lang.IllegalStateException: why
                \tat the same lines as PE 2, above or below
                """, story(3, odd("odd too")));
        assertEquals(first, story(2, odd("odd")));
        String other = story(3, new IllegalArgumentException("odd"));
        assertTrue(other.contains("\tat Halo.main(Halo.java:4)\n"), other);
    }

    @Test
    void whereThereIsNoRoomToRememberATraceItIsPrintedAgain() {
        for (int k = 0; k < JobLayout.TRACES; k++)
            assertEquals(1, file.control().firstWithTrace(1000 + k, 1));
        assertEquals(1, file.control().firstWithTrace(1000 + JobLayout.TRACES - 1, 3));
        assertEquals(3, file.control().firstWithTrace(-7, 3));
        assertEquals(2, file.control().firstWithTrace(-7, 2));
    }
}
