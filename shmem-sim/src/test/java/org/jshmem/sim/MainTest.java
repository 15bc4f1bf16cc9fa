// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.jdk.JdkSignals;
import org.jshmem.programs.EndsEarly;
import org.jshmem.programs.Loops;
import org.jshmem.trace.EventKind;
import org.jshmem.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole programs, `main` and all, as `oshrun --machine` runs them.
@Isolated // standard output is one for the whole JVM
class MainTest {
    /// A token around the ring.
    static final class Ring {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                int me = sh.myPe();
                int next = (me + 1) % sh.nPes();
                SymLongs box = sh.longs(1);
                Signal ready = sh.signal();
                if (me == 0) box.putSignal(0, new long[] {1}, 0, 1, ready, 1, SignalOp.SET, next);
                ready.waitUntil(Cmp.GE, 1);
                if (me != 0) box.putSignal(0, new long[] {box.get(0) + 1}, 0, 1, ready, 1, SignalOp.SET, next);
                long sum = sh.world().reduce(Op.SUM, me);
                if (me == 0) System.out.println("token " + box.get(0) + ", sum " + sum + ", " + String.join(" ", a));
                sh.barrierAll();
            });
        }
    }

    @Test
    void aMismatchIsFoundWhileOthersPoll() throws IOException {
        Ended end = run("-np", "4", "--", "Polling").with(1);
        int barrier = Pages.line(Path.of("src/test/java/Polling.java"), "if (sh.myPe() == 1) sh.barrierAll();");
        String one = "barrier() on PE 1 but sync() on PE 3 (Polling.java:%d and Polling.java:%d; the call before is"
                .formatted(barrier, barrier + 1);
        String other = "sync() on PE 3 but barrier() on PE 1 (Polling.java:%d and Polling.java:%d; the call before is"
                .formatted(barrier + 1, barrier);
        assertTrue(end.err().contains(one) || end.err().contains(other), end.err());
        assertFalse(end.err().contains("nobody has found"), end.err());
    }

    /// PE 2 ends the job.
    static final class Trouble {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                System.out.println("hello");
                sh.barrierAll();
                if (sh.myPe() == 2) throw sh.globalExit(7);
                sh.barrierAll();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-np 241 --machine knc", "-np 2 --timeout 5parsecs", "-np 2 --heap 1e9g"})
    void aRefusedJobKeepsTheTraceOfAnEarlierOne(String wrong, @TempDir Path folder) throws IOException {
        Path trace = folder.resolve("t.trace");
        run("-np 2 --trace-size 4k --trace " + trace, Ring.class).with(0);
        Path before = Files.copy(trace, folder.resolve("before"));
        run(wrong + " --trace " + trace, Ring.class).with(2);
        assertEquals(-1, Files.mismatch(before, trace));
    }

    static Ended run(String... args) {
        return Ended.here(() -> Main.run(args));
    }

    private static Ended run(String options, Class<?> program, String... args) {
        List<String> words = new ArrayList<>(List.of((options + " -- " + program.getName()).split(" ")));
        words.addAll(List.of(args));
        return run(words.toArray(String[]::new));
    }

    @Test
    void aProgramRunsUnchangedOn244Pes() {
        Ended end = run("--machine knc-se10p -np 244 --heap 1m --summary", Ring.class, "x")
                .with(0);
        assertEquals("token 244, sum 29646, x\n", end.out());
        end.assertErrMatches(
                "(?s)sim knc-se10p: 244 PEs, \\d+\\.\\d+ us of virtual time, \\d+ operations, trace hash [0-9a-f]{16}\\s.*computation declared: .*\\s");
    }

    @Test
    void anArgumentThatBeginsWithAnAtIsTheProgramsOwn(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("arguments"), "one two");
        Ended end = run("-np 2 --heap 1m", Ring.class, "@" + file, "@@x");
        assertEquals("token 2, sum 1, @" + file + " @@x\n", end.out(), end.err());
    }

    @Test
    void seedsAndTracesAreTakenFromTheCommandLine(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("t.trace");
        String job = "-np 5 --heap 1m --summary --seed ";
        String first = run(job + "3 --trace " + trace, Ring.class).err();
        assertTrue(Trace.read(trace).tracks().stream()
                .allMatch(track -> track.events().anyMatch(e -> e.kind == EventKind.WAIT)));
        assertEquals(first, run(job + "3", Ring.class).err());
        for (String other : List.of("4", "3 --set c=110", "3 --without contention"))
            assertNotEquals(first, run(job + other, Ring.class).err(), other);
    }

    @Test
    void twoLinesThatRaceAreOneReportWhicheverComesFirst() {
        Ended end = run("-np", "4", "--heap", "1m", "--races", "--", "Faulty", "neighbours")
                .with(Main.RACES);
        assertEquals(1, end.err().lines().count(), end.err());
        end.assertErr(": PE 1 load of \"box\" at Faulty.java:");
    }

    @Test
    void aStackTraceHasTheLinesOfTheProgramAlone() {
        Ended end = run("-np", "2", "--heap", "1m", "--", "Faulty", "throw").with(1);
        end.assertErrMatches("""
                        PE 1/2: uncaught java\\.lang\\.IndexOutOfBoundsException: PE 1/2: p on "box" .*
                        \tat Faulty\\.lambda\\$main\\$0\\(Faulty\\.java:\\d+\\)
                        \tat Faulty\\.main\\(Faulty\\.java:\\d+\\)
                        oshrun: PE 1/2 exited with status 1: java\\.lang\\.IndexOutOfBoundsException: PE 1/2: .*
                        """);
    }

    @Test
    void aTimeoutSaysWhereTheOtherPesAre() {
        Ended end = run("-np", "3", "--heap", "1m", "--timeout", "1s", "--", "Faulty", "late")
                .with(1);
        assertTrue(
                end.err()
                        .startsWith(
                                "oshrun: PE 1 waited longer than --timeout, until virtual time 1.000 s; the other PEs, each at its own virtual time:\n"),
                end.err());
        for (int pe : new int[] {0, 2}) end.assertErr("\n  PE " + pe + " waits in barrier at Faulty.java:");
        end.assertErr("\nPE 1/3: uncaught org.jshmem.ShmemTimeoutException: PE 1/3: waited");
    }

    @Test
    void theTraceOfARaceHoldsItsRunOnce(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("t.trace");
        Ended end = run("-np", "3", "--heap", "1m", "--trace", trace.toString(), "--", "Collide", "without order");
        end.assertErr("oshrun: race on PE 2, \"box\"[64..127]: ");
        assertEquals(
                1,
                Trace.read(trace).tracks().stream()
                        .flatMap(track -> track.events())
                        .filter(e -> e.kind == EventKind.PUT && e.bytes == 8 * 4096)
                        .count());
    }

    @Test
    void theSummarySaysWhereTheTimeWent() {
        Ended end = run("-np 2 --heap 1m --summary", Computing.class);
        end.assertErr("  computing 9");
        end.assertErr("  PE 0 waits as long as each other PE: computing 1.899 ms, waiting ");
        assertTrue(!end.err().contains("waits least") && !end.err().contains("waits most"), end.err());
        end.assertErr("  all PEs               times      waiting       moving          bytes\n");
        assertTrue(
                Pattern.compile("\n  barrier +2 +[0-9.]+ [pnum]s +[0-9.]+ [pnum]s +\\d+\n")
                        .matcher(end.err())
                        .find(),
                end.err());
        assertTrue(!end.err().contains("computation declared"), end.err());
    }

    @Test
    void theSummaryNamesThePesThatWaitLeastAndMost() {
        Ended end = run("-np 2 --heap 1m --summary", Computing.class, "uneven");
        end.assertErr("  PE 1 waits least: computing 1.899 ms, waiting 0 ps of ");
        end.assertErr("  PE 0 waits most: computing 0 ps, waiting 1.");
    }

    /// Declares computation, on all PEs or on the last one alone.
    static final class Computing {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                if (a.length == 0 || sh.myPe() == 1) sh.compute(Work.flops(1_000_000));
                sh.barrierAll();
            });
        }
    }

    @Test
    void measuredComputationIsMarkedInEveryOutput(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("t.trace");
        String note =
                "sim knc: computation is measured on this host, times %s (--compute auto): virtual times differ from run to run";
        Ended end = run("-np 2 --heap 1m --compute auto --trace " + trace, Ring.class)
                .with(0);
        assertEquals(note.formatted("1") + "\n", end.err());
        assertEquals(
                "MainTest$Ring, 2 PEs on knc, computation measured",
                Trace.read(trace).title());
        Ended scaled = run("-np 2 --heap 1m --compute auto=2.5 --summary", Ring.class);
        assertTrue(scaled.err().startsWith(note.formatted("2.5") + "\nsim knc: 2 PEs, "), scaled.err());
        assertTrue(!scaled.err().contains("computation declared"), scaled.err());
    }

    @Test
    void outputIsTaggedOnDemandAndTheEndIsNot() {
        Ended end = run("-np 4 --heap 1m --tag-output", Trouble.class).with(7);
        assertEquals(
                List.of("[PE 0] hello", "[PE 1] hello", "[PE 2] hello", "[PE 3] hello"),
                end.out().lines().sorted().toList());
        assertEquals("oshrun: PE 2/4 ended the job by globalExit(7)\n", end.err());
    }

    /// The JVM of an embedding program lives on after the run.
    @Test
    void theRunRestoresTheHandlerOfItsSignal() throws Exception {
        var mine = new AtomicInteger();
        Runnable restore = JdkSignals.handle(_ -> mine.incrementAndGet(), "URG");
        try {
            run("-np 2 --heap 1m", Ring.class);
            long pid = ProcessHandle.current().pid();
            assertEquals(
                    0,
                    new ProcessBuilder("kill", "-URG", Long.toString(pid))
                            .start()
                            .waitFor());
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (mine.get() == 0 && System.nanoTime() < deadline) Thread.sleep(5);
            assertEquals(1, mine.get());
        } finally {
            restore.run();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --machine cray -np 4                 | machine 'cray' is unknown; use one of calibrated, cluster, knc, knc-se10p, scc
            --machine knc -np 241                | machine knc runs 1 to 240 PEs, not 241; --set cores=N makes a larger one of its kind
            -np 4 --without gravity              | machine knc has no mechanism 'gravity'; it has poll-interference, copy-start-up, trained-prefetcher, read-sharing, contention, two-levels, memory-sharing, calls
            -np 4 --without contentions          | machine knc has no mechanism 'contentions'; nearest is contention
            -np 4 --set c                        | --set 'c' is not SYMBOL=VALUE; use a symbol and a number, such as c=110
            -np 4 --set =1                       | --set '=1' is not SYMBOL=VALUE; use a symbol and a number, such as c=110
            -np 4 --set crores=8                 | machine knc has no parameter 'crores'; nearest is cores
            -np 4 --set Zzzzzzzz=8               | machine knc has no parameter 'Zzzzzzzz'; it has cores, clock,
            --machine scc -np 3 --place 0,1      | --place names 2 cores for 3 PEs; name one for each, such as 0..2
            --machine scc -np 3 --place 7        | --place names 1 core for 3 PEs; name one for each, such as 0..2
            --machine scc -np 3 --place 46..48   | --place names core 48; use cores 0 to 47 of this machine
            --machine scc -np 3 --place 5,9,5    | --place names core 5 for 2 PEs; a core of this machine takes 1, so name others
            --machine scc -np 3 --place 0..      | --place '0..' is not a list of cores, such as 0,2,4 or 0..23,47..24
            --machine scc -np 3 --place １,2,3   | --place '１,2,3' is not a list of cores, such as 0,2,4 or 0..23,47..24
            -np 2 --compute fast                 | --compute 'fast' is neither auto nor auto=FACTOR, a number above 0, such as auto=4
            -np 2 --compute auto=0               | --compute 'auto=0' is neither auto nor auto=FACTOR
            """)
    void badInputIsRefusedByName(String options, String why) {
        Ended end = run((options + " -- " + Ring.class.getName()).split(" +")).with(2);
        assertTrue(end.err().startsWith("oshrun: " + why), end.err());
        assertEquals(1, end.err().lines().count(), end.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"100t", "4000000t"})
    void aHeapBeyondTheAddressSpaceIsRefused(String heap) {
        Ended huge = run("-np 4 --heap " + heap, Ring.class).with(2);
        String message = "oshrun: the system gives no (4 times )?\\d+ bytes of address space for the heaps of all PEs;"
                + " lower --heap or -np\n";
        huge.assertErrMatches(message);
    }

    @Test
    @Timeout(120)
    void aPeThatLoopsWithoutACallIsNamed() {
        var errors = new ByteArrayOutputStream();
        Thread.ofVirtual().start(() -> {
            while (!errors.toString(StandardCharsets.UTF_8).contains("Loops.java")) LockSupport.parkNanos(1_000_000);
            Loops.over = true;
        });
        Ended end = Ended.here(errors, () -> Main.run("-np", "2", "--heap", "1m", "--", Loops.class.getName()))
                .with(0);
        var line = Pattern.compile(
                        "oshrun: PE 1/2 has made no call for ([0-9.]+) s of real time at Loops.java:22; .*\n")
                .matcher(end.err());
        assertTrue(line.matches(), end.err());
        assertTrue(Double.parseDouble(line.group(1)) < 30, end.err()); // 1.5 to 1.8 where a core is free
    }

    /// Each PE starts a thread that prints after the PE has ended.
    static final class Starts {
        public static void main(String[] args) {
            Shmem.run(
                    args,
                    (sh, a) -> Thread.ofPlatform().daemon(false).start(() -> {
                        LockSupport.parkNanos(200_000_000);
                        System.out.println("late");
                    }));
        }
    }

    /// As where PEs are processes.
    @Test
    void aJobEndsAfterTheThreadsOfItsProgram() {
        Ended end = run("-np 2 --heap 1m", Starts.class).with(0);
        assertEquals("late\nlate\n", end.out(), end.err());
    }

    /// PE 0 lets its virtual thread end only after it has slept: the JDK's threads carry it, and not the PEs' one.
    static final class Overlaps {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                var over = new AtomicBoolean();
                Thread child = Thread.startVirtualThread(() -> {
                    while (!over.get()) Thread.onSpinWait();
                });
                Thread.sleep(1);
                over.set(true);
                child.join();
                sh.barrierAll();
                System.out.println("joined");
            });
        }
    }

    @Test
    @Timeout(60)
    void aPeComputesNextToItsVirtualThread() {
        Ended end = run("-np 2 --heap 1m", Overlaps.class).with(0);
        assertEquals("joined\njoined\n", end.out(), end.err());
    }

    @Test
    void aPeThatEndsWhileOthersMeetIsNamedWithBothLines() {
        Ended end = run("-np 2 --heap 1m", EndsEarly.class).with(1);
        end.assertErrMatches("(?s).*barrier\\(\\) on PE 0 but finalize\\(\\) on PE 1"
                + " \\(EndsEarly.java:13 and the end of main; the call before is init\\(\\)\\); every member has to make the same calls with the same"
                + " arguments in the same order\n.*");
    }

    static final class InitsTwice {
        public static void main(String[] args) {
            Shmem.init();
            Shmem.init().close();
        }
    }

    @Test
    void initsAndFinalizesAreCounted() {
        Ended end = run("-np 1 --heap 1m", InitsTwice.class).with(1);
        assertEquals(
                "oshrun: PE 0/1 exited with status 0 without finalize: init 2 times, finalize 1 time;"
                        + " end every PE through Shmem.run, close() or MPI.Finalize\n",
                end.err());
    }

    /// The class initializer of PE 0 waits for the other PEs.
    static final class Initializes {
        static final ScopedValue<Shmem> PE = ScopedValue.newInstance();

        static final class First {
            static final long SUM = PE.get().world().reduce(Op.SUM, 1);
        }

        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                if (sh.myPe() > 0) sh.world().reduce(Op.SUM, 1);
                else ScopedValue.where(PE, sh).run(() -> System.out.println(First.SUM));
            });
        }
    }

    /// The JVM does not take a virtual thread off its carrier in an initializer.
    @Test
    @Timeout(100)
    void aPeMayWaitInAClassInitializer() {
        Ended ended = run("-np 3 --heap 1m", Initializes.class).with(0);
        assertEquals("3\n", ended.out(), ended.err());
    }
}
