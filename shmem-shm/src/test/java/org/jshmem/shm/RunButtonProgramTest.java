// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                if (words[0].equals("exit") && sh.myPe() == 1) throw sh.globalExit(7);
                sh.barrierAll();
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
    void aGlobalExitEndsTheJvmWithItsStatus() {
        var e = assertThrows(AssertionError.class, () -> ChildJvm.run(folder.resolve("out"), Program.class, "exit"));
        assertTrue(e.getMessage().contains("jshmem: PE 1/3 ended the job by globalExit(7)\n"), e.getMessage());
        assertTrue(e.getMessage().endsWith("expected: <0> but was: <7>"), e.getMessage());
        assertFalse(e.getMessage().contains("\tat "), e.getMessage());
    }

    /// A program without a launcher, of one PE.
    public static final class Alone {
        public static void main(String[] args) throws InterruptedException {
            try (Shmem sh = Shmem.init()) {
                if (args.length > 1)
                    Thread.ofPlatform().start(() -> sh.globalExit(5)).join();
                throw sh.globalExit(Integer.parseInt(args[0]));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5", "6", "5 another thread"})
    void aGlobalExitOfOnePeEndsTheProcessWithItsStatus(String words) {
        var e = assertThrows(
                AssertionError.class, () -> ChildJvm.run(folder.resolve("out"), Alone.class, words.split(" ", 2)));
        String status = words.split(" ")[0];
        assertTrue(e.getMessage().endsWith("expected: <0> but was: <" + status + ">"), e.getMessage());
        assertFalse(e.getMessage().contains("\tat "), e.getMessage());
    }

    @Test
    void aGlobalExitWithStatusZeroIsNoFailure() throws Exception {
        assertEquals(List.of(), ChildJvm.run(folder.resolve("out"), Alone.class, "0"));
    }

    @Test
    void anUncaughtExceptionIsStatusOne() throws Exception {
        var e = assertThrows(AssertionError.class, () -> ChildJvm.run(folder.resolve("out"), Program.class, "fail"));
        assertTrue(e.getMessage().contains("java.lang.IllegalStateException: as asked"), e.getMessage());
        assertTrue(e.getMessage().endsWith("expected: <0> but was: <1>"), e.getMessage());
    }
}
