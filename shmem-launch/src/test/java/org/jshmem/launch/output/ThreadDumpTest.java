// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        int begin = ThreadDump.begin(DUMP);
        int end = ThreadDump.end(DUMP, begin);
        assertEquals("before\n2026-11-20 11:00:00\nno dump, only the time\n", DUMP.substring(0, begin));
        assertEquals("after\n", DUMP.substring(end));
        assertEquals(Map.of(5, "Ring.java:12"), ThreadDump.programLines(DUMP.substring(begin, end), 5));
    }

    /// It arrives in pieces, which may end anywhere.
    @Test
    void noPartOfADumpIsOutputOfTheProgram() {
        int begin = ThreadDump.begin(DUMP);
        int end = ThreadDump.end(DUMP, begin);
        for (int n = begin + "2026-11-20 11:00:01".length(); n < end; n++) {
            assertEquals(begin, ThreadDump.begin(DUMP.substring(0, n)), DUMP.substring(begin, n));
            assertEquals(-1, ThreadDump.end(DUMP.substring(0, n), begin));
        }
    }
}
