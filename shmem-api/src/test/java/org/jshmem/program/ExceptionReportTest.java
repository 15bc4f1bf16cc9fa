// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.ShmemTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A PE's last words are the same in a process, in a shared JVM and on a simulated machine.
class ExceptionReportTest {
    private static final StackTraceElement[] PROCESS = {
        frame("org.jshmem.runtime.array.Refusal", "range", 30),
        frame("org.jshmem.runtime.array.Longs", "p", 104),
        frame("Halo", "exchange", 12),
        frame("org.jshmem.Shmem", "run", 71),
        frame("Halo", "main", 4)
    };

    private static StackTraceElement frame(String type, String method, int line) {
        return new StackTraceElement(type, method, type.substring(type.lastIndexOf('.') + 1) + ".java", line);
    }

    /// The frames of a JVM that calls `main` itself.
    private static StackTraceElement[] inJvm() {
        StackTraceElement[] all = java.util.Arrays.copyOf(PROCESS, PROCESS.length + 3);
        all[PROCESS.length] = frame("java.lang.reflect.Method", "invoke", 565);
        all[PROCESS.length + 1] = frame("org.jshmem.launch.member.MemberJvm", "one", 100);
        all[PROCESS.length + 2] = frame("java.lang.Thread", "run", 1474);
        return all;
    }

    private static <T extends Throwable> T thrown(T why, StackTraceElement[] at) {
        why.setStackTrace(at);
        return why;
    }

    @Test
    void aMessageOfTheLibraryNamesTheProgramsLinesOnly() {
        String expected = """
                PE 1/4: uncaught java.lang.IndexOutOfBoundsException: PE 1/4: p on x: index 11; use 0 to 9
                \tat Halo.exchange(Halo.java:12)
                \tat Halo.main(Halo.java:4)
                """;
        String message = "PE 1/4: p on x: index 11; use 0 to 9";
        assertEquals(expected, ExceptionReport.text(1, 4, thrown(new IndexOutOfBoundsException(message), PROCESS)));
        assertEquals(expected, ExceptionReport.text(1, 4, thrown(new IndexOutOfBoundsException(message), inJvm())));
    }

    /// Frames of package `mpi` are the library's; classes of packages below it, and of a program, are not.
    @Test
    void whatPackageMpiLacksNamesItsPage() {
        String remedy = "; jshmem's package mpi has no such thing: docs/from-mpj.md says what to use";
        assertEquals(
                "java.lang.NoClassDefFoundError: mpi/Win" + remedy,
                ExceptionReport.line(new NoClassDefFoundError("mpi/Win")));
        String method = "'mpi.Request mpi.Comm.iBarrier()'";
        assertEquals(
                "java.lang.NoSuchMethodError: " + method + remedy, ExceptionReport.line(new NoSuchMethodError(method)));
        assertEquals(
                "java.lang.NoClassDefFoundError: empi/Win", ExceptionReport.line(new NoClassDefFoundError("empi/Win")));
        ExceptionReport.ofArguments(1);
        String index = "Index %d out of bounds for length %d";
        for (int[] access : new int[][] {{3, 1}, {4, 1}, {3, 2}}) {
            String own = index.formatted(access[0], access[1]);
            String more = "; give three more arguments in front if this program reads its first one as args[3], as with"
                    + " MPJ Express: docs/from-mpj.md has an example";
            assertEquals(
                    "java.lang.ArrayIndexOutOfBoundsException: " + own + (access[0] + access[1] == 4 ? more : ""),
                    ExceptionReport.line(new ArrayIndexOutOfBoundsException(own)));
        }
        assertEquals("Ring.java:3", ProgramFrames.line(frame("mpi.Comm", "Send", 9), frame("Ring", "main", 3)));
        assertEquals("ring.java:3", ProgramFrames.line(frame("mpi.pt2pt.ring", "main", 3)));
    }

    /// A sleep and a wait of the library await no thread of the program.
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.FutureTask get, java.util.concurrent.locks.LockSupport park, 'in FutureTask.get, for a thread of its own'",
        "java.lang.Thread join, java.lang.Object wait0, 'in Thread.join, for a thread of its own'",
        "java.lang.Thread sleep, java.lang.VirtualThread parkNanos, ''",
        "java.util.concurrent.TimeUnit sleep, java.lang.VirtualThread parkNanos, ''",
        "java.util.concurrent.FutureTask get, java.util.concurrent.FutureTask report, ''",
        "org.jshmem.runtime.array.Longs waitUntil, java.lang.VirtualThread park, ''"
    })
    void aPeThatAwaitsItsOwnThreadIsNamedSo(String called, String top, String words) {
        String[] call = called.split(" ");
        String[] park = top.split(" ");
        assertEquals(
                words,
                ProgramFrames.wait(frame(park[0], park[1], 1), frame(call[0], call[1], 2), frame("Halo", "main", 3)));
        assertEquals("", ProgramFrames.wait(frame("Halo", "main", 3)));
    }

    /// Code of the program makes the text of an exception, such as one from a field that is null.
    @Test
    void anExceptionWhoseTextThrowsIsNamedByItsClass() {
        Throwable toString = new RuntimeException() {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };
        Throwable message = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        };
        Throwable none = new RuntimeException() {
            @Override
            public String toString() {
                return null;
            }
        };
        for (Throwable why : List.of(toString, message, none)) {
            why.setStackTrace(PROCESS);
            String expected = why.getClass().getName()
                    + (why == none ? "" : ", whose text cannot be made: java.lang.IllegalStateException");
            assertEquals(expected, ExceptionReport.line(why));
            assertEquals(
                    "PE 1/4: uncaught " + expected,
                    ExceptionReport.text(1, 4, why).lines().findFirst().orElseThrow());
        }
    }

    @Test
    void anyOtherExceptionIsWholeUpToMain() {
        String expected = """
                PE 1/4: uncaught java.lang.IllegalStateException: odd
                \tat org.jshmem.runtime.array.Refusal.range(Refusal.java:30)
                \tat org.jshmem.runtime.array.Longs.p(Longs.java:104)
                \tat Halo.exchange(Halo.java:12)
                \tat org.jshmem.Shmem.run(Shmem.java:71)
                \tat Halo.main(Halo.java:4)
                """;
        assertEquals(expected, ExceptionReport.text(1, 4, thrown(new IllegalStateException("odd"), PROCESS)));
        assertEquals(expected, ExceptionReport.text(1, 4, thrown(new IllegalStateException("odd"), inJvm())));
    }

    @Test
    void causesAndSuppressedExceptionsLeaveOutWhatTheyShare() {
        StackTraceElement[] deeper = {frame("Halo", "read", 30), frame("Halo", "main", 4)};
        RuntimeException why = thrown(new RuntimeException("outer"), new StackTraceElement[] {
            frame("Halo", "step", 20), frame("Halo", "main", 4), frame("java.lang.Thread", "run", 1474)
        });
        why.initCause(thrown(new ShmemTimeoutException("inner"), deeper));
        why.addSuppressed(thrown(new RuntimeException("other"), deeper));
        why.getCause().addSuppressed(why); // a circle
        assertEquals("""
                PE 0/2: uncaught java.lang.RuntimeException: outer
                \tat Halo.step(Halo.java:20)
                \tat Halo.main(Halo.java:4)
                \tSuppressed: java.lang.RuntimeException: other
                \t\tat Halo.read(Halo.java:30)
                \t\t... 1 more
                Caused by: org.jshmem.ShmemTimeoutException: inner
                \tat Halo.read(Halo.java:30)
                \t... 1 more
                \tSuppressed: [CIRCULAR REFERENCE: java.lang.RuntimeException: outer]
                """, ExceptionReport.text(0, 2, why));
    }

    @Test
    void anEndlessRecursionIsToldByItsEnds() {
        StackTraceElement[] deep = new StackTraceElement[1000];
        for (int i = 0; i < deep.length; i++) deep[i] = frame("Halo", "step", i);
        List<String> lines = ExceptionReport.text(0, 2, thrown(new StackOverflowError(), deep))
                .lines()
                .toList();
        assertEquals(1 + 32 + 1 + 16, lines.size());
        assertEquals("\tat Halo.step(Halo.java:31)", lines.get(32));
        assertEquals("\tat ...(952 frames left out)", lines.get(33));
        assertEquals("\tat Halo.step(Halo.java:984)", lines.get(34));
        assertEquals("\tat Halo.step(Halo.java:999)", lines.getLast());
    }

    /// An error of the library itself, on a thread of its own.
    @Test
    void withoutALineOfTheProgramAllFramesAreTold() {
        StackTraceElement[] at = {
            frame("org.jshmem.runtime.array.Longs", "p", 104), frame("java.lang.Thread", "run", 1474)
        };
        assertEquals("""
                PE 0/2: uncaught java.lang.AssertionError: 7
                \tat org.jshmem.runtime.array.Longs.p(Longs.java:104)
                \tat java.lang.Thread.run(Thread.java:1474)
                """, ExceptionReport.text(0, 2, thrown(new AssertionError("7"), at)));
        assertEquals(
                "first", ExceptionReport.line(new Exception("first\nsecond")).replace("java.lang.Exception: ", ""));
    }
}
