// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that an IDE starts as it starts any other.
class RunButtonProgramTest {
    @TempDir
    Path folder;

    /// Sets the property that is an option of the JVM elsewhere.
    public static final class Program {
        private static int shared;

        public static void main(String[] args) {
            System.setProperty("jshmem.pes", "3");
            Shmem.run(args, (sh, words) -> {
                synchronized (Program.class) {
                    shared++;
                }
                sh.barrierAll();
                long sum = sh.world().reduce(Op.SUM, 1L + sh.myPe());
                if (sh.myPe() == 2) System.out.println(String.join(" ", words) + " " + sum + " " + shared);
                if (words[0].equals("fail") && sh.myPe() == 1) throw new IllegalStateException("as asked");
                Shmem.init().close(); // a PE of this job may init again
            });
            Shmem.runInProcess(2, (sh, words) -> System.out.println(sh.nPes() + " " + words.length));
        }
    }

    @Test
    void itRunsAsSoManyThreads() throws Exception {
        List<String> lines = ChildJvm.run(folder.resolve("out"), Program.class, "a", "b");
        String says =
                "jshmem: -Djshmem.pes=3: 3 PEs are threads of this JVM and share static fields; oshrun -np 3 gives each its own";
        assertEquals(List.of(says, "a b 6 3", "2 0", "2 0"), lines);
    }

    @Test
    void anUncaughtExceptionIsStatusOne() throws Exception {
        var e = assertThrows(AssertionError.class, () -> ChildJvm.run(folder.resolve("out"), Program.class, "fail"));
        assertTrue(e.getMessage().contains("java.lang.IllegalStateException: as asked"), e.getMessage());
        assertTrue(e.getMessage().endsWith("expected: <0> but was: <1>"), e.getMessage());
    }
}
