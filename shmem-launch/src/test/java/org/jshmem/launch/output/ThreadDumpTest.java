// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadDumpTest {
    private static final String DUMP = """
            before
            2026-11-20 11:00:00
            no dump, only the time
            2026-11-20 11:00:01
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            "other" #9 [1] prio=5
            \tat Other.run(Other.java:1)

            "main" #3 [77] prio=5 os_prio=0 cpu=51.53ms elapsed=1.07s tid=0x1 nid=77 runnable  [0x2]
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.invoke.LambdaForm$DMH/0x0000000093048c00.invokeStatic(java.base@25.0.3/Unknown Source)
            \tat org.jshmem.shm.Waiting.await(Waiting.java:60)
            \tat org.jshmem.Shmem.run(Shmem.java:30)
            \tat org.example.Ring$Inner.main(Ring.java:12)

            JNI global refs: 15, weak refs: 0

            after
            """;

    @Test
    void theDumpIsTakenOutAndTheProgramsLineFound() {
        var dump = new ThreadDump();
        List<String> own = new ArrayList<>();
        for (String line : DUMP.split("\n")) {
            assertFalse(dump.isComplete() && own.size() < 3);
            own.addAll(dump.take(line));
        }
        assertEquals(List.of("before", "2026-11-20 11:00:00", "no dump, only the time", "after"), own);
        assertTrue(dump.isComplete());
        assertEquals(Map.of(5, "Ring.java:12"), dump.programLines(5));
    }
}
