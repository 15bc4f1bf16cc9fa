// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A program that an IDE starts as it starts any other.
class RunButtonProgramTest {
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
        Ended end = ChildJvm.run(Program.class, "a", "b").with(0);
        String says =
                "jshmem: -Djshmem.pes=3: 3 PEs are threads of this JVM and share static fields; oshrun -np 3 gives each its own\n";
        assertEquals(says, end.err());
        assertEquals("a b 6 3\n2 0\n2 0\n", end.out());
    }

    @Test
    void aGlobalExitEndsTheJvmWithItsStatus() throws Exception {
        String err = ChildJvm.run(Program.class, "exit").with(7).err();
        assertTrue(err.contains("jshmem: PE 1/3 ended the job by globalExit(7)\n"), err);
        assertFalse(err.contains("\tat "), err);
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
    @CsvSource({"0", "6", "5 another thread"})
    void aGlobalExitOfOnePeEndsTheProcessWithItsStatus(String words) throws Exception {
        String[] arguments = words.split(" ", 2);
        Ended end = ChildJvm.run(Alone.class, arguments).with(Integer.parseInt(arguments[0]));
        assertFalse(end.text().contains("\tat "), end.text());
        if (end.status() == 0) assertEquals("", end.text());
    }

    @Test
    void anUncaughtExceptionIsStatusOne() throws Exception {
        String err = ChildJvm.run(Program.class, "fail").with(1).err();
        assertTrue(err.contains("java.lang.IllegalStateException: as asked"), err);
    }
}
