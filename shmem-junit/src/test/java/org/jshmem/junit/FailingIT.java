// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/// Tests that fail, run by JUnit inside these tests: what their users get to read.
class FailingIT {

    static class Assertion {
        @ShmemTest(npes = 3)
        void thirdPeIsWrong(Shmem sh) {
            if (sh.myPe() == 2) assertEquals(7, sh.myPe(), "the answer");
            sh.barrierAll();
        }
    }

    static class Several {
        @ShmemTest(npes = 3)
        void allAreWrong(Shmem sh) {
            sh.longs(4).get(4);
        }
    }

    /// PE 1 fails after PE 0 has: its wait ends by that.
    static class Echo {
        @ShmemTest
        void theSecondIsWrongToo(Shmem sh) {
            if (sh.myPe() == 0) throw new IllegalStateException("the first");
            assertThrows(PeerFailedException.class, sh::barrierAll);
            throw new IllegalStateException("the second");
        }

        @ShmemTest
        void theSecondHears(Shmem sh) {
            if (sh.myPe() == 0) throw new IllegalStateException("the first");
            sh.barrierAll();
        }

        @ShmemTest
        void theFirstAssumes(Shmem sh) {
            assumeTrue(sh.myPe() == 1, "an assumption");
            assertThrows(PeerFailedException.class, sh::barrierAll);
            throw new IllegalStateException("a failure");
        }
    }

    @Test
    void theEarliestFailureCountsAndNoEchoAndNoAssumption() {
        Map<String, Throwable> failures = failures(Echo.class, 3);
        Throwable both = failures.get("theSecondIsWrongToo");
        assertEquals("the first", both.getMessage());
        String note = both.getSuppressed()[0].toString();
        assertTrue(
                note.startsWith("thrown by PE 0/2\n\tPE 1/2 too: java.lang.IllegalStateException: the second at "),
                note);
        Throwable alone = failures.get("theSecondHears");
        assertEquals("the first", alone.getMessage());
        assertEquals("thrown by PE 0/2", alone.getSuppressed()[0].toString());
        assertEquals("a failure", failures.get("theFirstAssumes").getMessage());
    }

    static class Assumes {
        @ShmemTest
        void onAllPes(Shmem sh) {
            assumeTrue(sh.nPes() > 2, "needs three");
        }
    }

    @Test
    void anAssumptionAloneSkipsTheTest() {
        execution(Assumes.class)
                .testEvents()
                .assertStatistics(counts -> counts.aborted(1).failed(0));
    }

    static class CleansUp {
        private static final String WRONG = "the clean-up of %s";
        private String test;

        @ShmemTest
        void passes(Shmem sh) {
            test = "one that passes";
        }

        @ShmemTest
        void fails(Shmem sh) {
            test = "one that fails";
            if (sh.myPe() == 0) throw new IllegalStateException("the test");
            sh.barrierAll();
        }

        @AfterEach
        void alone() {
            if (test.endsWith("passes")) throw new IllegalStateException(WRONG.formatted(test));
            throw new IllegalArgumentException(WRONG.formatted(test));
        }
    }

    @Test
    void aFailureOfAnAfterEachFailsTheTestOrIsAddedToItsFailure() {
        Map<String, Throwable> failures = failures(CleansUp.class, 2);
        assertEquals("the clean-up of one that passes", failures.get("passes").getMessage());
        Throwable test = failures.get("fails");
        assertEquals("the test", test.getMessage());
        assertEquals(
                "java.lang.IllegalArgumentException: the clean-up of one that fails",
                test.getSuppressed()[0].toString());
    }

    static class PreparesInVain {
        private boolean prepared;

        @BeforeEach
        void prepare() {
            prepared = true;
            throw new IllegalStateException("the preparation");
        }

        @ShmemTest
        void isNotRun(Shmem sh) {
            throw new IllegalArgumentException("the test");
        }

        @AfterEach
        void cleanUp() {
            throw new IllegalArgumentException("the clean-up: " + prepared);
        }
    }

    static class Meets {
        @ShmemTest
        void fails(Shmem sh) {
            if (sh.myPe() == 0) throw new IllegalStateException("the test");
            sh.barrierAll();
        }

        @AfterEach
        void together(Shmem sh) {
            throw new IllegalArgumentException("the other PEs are elsewhere");
        }
    }

    static class Hang {
        @ShmemTest(npes = 3, timeout = "400ms")
        void nobodyAnswers(Shmem sh) {
            SymLongs box = sh.longs(2);
            box.named("box");
            if (sh.myPe() == 0) box.waitUntil(1, Cmp.GE, 5);
            if (sh.myPe() == 1) while (!Thread.interrupted()) Thread.onSpinWait();
        }
    }

    @Test
    void aHangEndsWithWhatEachPeWaitedForAndItsStack() throws IOException {
        Throwable why = failure(
                Hang.class,
                text -> text.contains("PE 0/3 waited for element")
                        && text.contains("PE 1/3 was in code of its own")
                        && text.contains("PE 2/3 waited in finalize(), call ")
                        && !text.contains("cannot be ended"));
        assertInstanceOf(ShmemTimeoutException.class, why);
        String said = withoutTheJdk(why.getMessage());
        Matcher time = Pattern.compile("not over after (\\d+) ms; ").matcher(said);
        assertTrue(time.lookingAt() && Long.parseLong(time.group(1)) >= 400, said);
        assertTrue(said.contains("PE 0/3 waited for element 1 of \"box\" of 2 longs to be >= 5"), said);
        assertTrue(said.contains("PE 1/3 was in code of its own"), said);
        assertTrue(said.matches("(?s).*PE 1/3[^\n]*\n\tat [^\n]*nobodyAnswers\\(FailingIT.java:.*"), said);
        assertTrue(said.contains("PE 2/3 waited in finalize(), call "), said);
        assertTrue(hasFrame(why, "nobodyAnswers"), said);
        String page = Files.readString(Path.of("../docs/guides/testing.md"));
        String shown = (why.getClass().getName() + ": " + said)
                .replace(Hang.class.getName(), "demo.Hang")
                .replace("FailingIT.java", "Hang.java");
        assertTrue(withoutNumbers(page).contains(withoutNumbers(shown)), shown);
    }

    /// The loop of PE 1 is in a method of the JDK at times.
    private static String withoutTheJdk(String text) {
        return text.replaceAll("\n\tat java\\.base/[^\n]*", "");
    }

    /// PE 1 may have come to its end, as the interrupt tells it to, before PE 2 says who has not.
    private static String withoutNumbers(String text) {
        return text.replaceAll("PEs? [0-9, ]+ ha(s|ve) not entered", "others have not entered")
                .replaceAll("\\d+", "N");
    }

    static class SimulatedHang {
        @ShmemTest(npes = 2, machine = "knc", timeout = "400ms")
        void loop(Shmem sh) {
            if (sh.myPe() == 1) while (!Thread.interrupted()) sh.myPe();
        }

        @ShmemTest(npes = 2, machine = "knc")
        void deadlock(Shmem sh) {
            if (sh.myPe() == 0) sh.signal().waitUntil(Cmp.NE, 0);
            else sh.longs(1);
        }
    }

    /// As long as this property is set: classes are each PE's own, properties are the JVM's.
    private static final String FOR_EVER = "jshmem.junit.forever";

    static class ForEver {
        @ShmemTest(timeout = "300ms")
        void computes(Shmem sh) {
            if (sh.myPe() == 0) while (Boolean.getBoolean(FOR_EVER)) Thread.onSpinWait();
        }
    }

    @Test
    void aPeThatComputesForEverHoldsUpNobody() {
        System.setProperty(FOR_EVER, "true");
        String said;
        try {
            said = failure(ForEver.class, text -> text.contains("PE 1/2 waited in finalize()"))
                    .getMessage();
        } finally {
            System.clearProperty(FOR_EVER); // it would take a core from all tests that follow
        }
        assertTrue(said.contains("cannot be ended: it stays, with its memory, until this JVM ends"), said);
        assertTrue(said.contains("PE 1/2 waited in finalize()"), said);
    }

    static class Exits {
        @ShmemTest
        void globally(Shmem sh) {
            if (sh.myPe() == 1) throw sh.globalExit(3);
            sh.barrierAll();
        }
    }

    static class Unknown {
        @ShmemTest(machine = "cray")
        void machine(Shmem sh) {}
    }

    static class Mixed {
        @ShmemTest(seed = 1)
        void seedOfARealMachine(Shmem sh) {}
    }

    static class Constructed {
        Constructed(@SuppressWarnings("unused") org.junit.jupiter.api.TestInfo info) {}

        @ShmemTest
        void withAParameter(Shmem sh) {}
    }

    /// The text of a test's failure, and those of what is suppressed in it unless the test has not begun.
    ///
    /// An `@AfterEach` runs where a `@BeforeEach` has failed, as JUnit does it: what was opened has to be closed.
    /// One of all PEs is left out where a PE has failed.
    static Stream<Arguments> words() {
        return Stream.of(
                arguments(Assertion.class, "the answer ==> expected: <7> but was: <2>", "thrown by PE 2/3.*"),
                arguments(
                        Several.class,
                        "PE \\d/3: get on .*",
                        "thrown by PE \\d/3(\n\tPE \\d/3 too: .*allAreWrong.*){0,2}"),
                arguments(
                        PreparesInVain.class,
                        "the preparation",
                        "java.lang.IllegalArgumentException: the clean-up: true.*"),
                arguments(Meets.class, "the test", "thrown by PE 0/2"),
                arguments(Exits.class, "PE 1/2 ended the job by globalExit\\(3\\)", ".*"),
                arguments(Unknown.class, "machine 'cray' is unknown; use one of calibrated, cluster, knc, .*", null),
                arguments(Constructed.class, ".*needs one constructor without parameters.*", null));
    }

    @ParameterizedTest
    @MethodSource("words")
    void aFailureHasTheseWordsAndALineOfItsTest(Class<?> tests, String message, String suppressed) {
        Throwable why = failure(tests);
        assertTrue(why.getMessage().matches("(?s)" + message), why::getMessage);
        if (suppressed == null) return;
        String others = Arrays.stream(why.getSuppressed()).map(Object::toString).collect(Collectors.joining("\n"));
        assertTrue(others.matches("(?s)" + suppressed), others);
        String lines = List.of(why.getStackTrace()).toString();
        assertTrue(lines.contains(tests.getName() + "."), lines);
    }

    @Test
    void aSeedIsForSimulatedMachines() {
        String seed = thrown(execution(Mixed.class).allEvents().failed().list().getFirst())
                .getMessage();
        assertEquals(
                "@ShmemTest: seed, latePuts and races are for simulated machines; give machine = \"knc\" too", seed);
    }

    static class LateAndWrong {
        @ShmemTest(npes = 2, machine = "knc", latePuts = true)
        void readsTooEarly(Shmem sh) {
            SymLongs box = sh.longs(4).named("box");
            if (sh.myPe() == 0) box.put(new long[] {1, 2, 3, 4}, 1);
            sh.syncAll(); // a barrier would complete the put
            if (sh.myPe() == 1) assertEquals(4, box.get(3));
            sh.barrierAll();
        }
    }

    static class LateAndOver {
        @ShmemTest(npes = 2, machine = "knc", latePuts = true)
        void readsTooEarly(Shmem sh) {
            SymLongs box = sh.longs(4).named("box");
            if (sh.myPe() == 0) box.put(new long[] {1, 2, 3, 4}, 1);
            sh.syncAll();
            if (sh.myPe() == 1 && box.get(3) != 4) throw sh.globalExit(3);
            sh.barrierAll();
        }
    }

    /// What the machine has found is often the reason of what the test has found.
    @Test
    void whatTheMachineFoundIsSuppressedInTheFailure() {
        Throwable why = failure(LateAndWrong.class);
        assertEquals("expected: <4> but was: <0>", why.getMessage());
        assertTrue(why.getSuppressed()[1].getMessage().contains("box"), why.getSuppressed()[1]::getMessage);
        Throwable exit = failure(LateAndOver.class);
        assertEquals("PE 1/2 ended the job by globalExit(3)", exit.getMessage());
        assertTrue(
                hasFrame(exit, "readsTooEarly"),
                () -> List.of(exit.getStackTrace()).toString());
        assertTrue(exit.getSuppressed()[0].getMessage().contains("box"), exit.getSuppressed()[0]::getMessage);
    }

    @Test
    void simulatedHangsEndToo() {
        String all = simulatedHangs();
        for (int again = 0; again < 20 && !all.contains("loop(FailingIT.java:"); again++) all = simulatedHangs();
        assertTrue(all.contains("loop(FailingIT.java:"), all);
    }

    private static String simulatedHangs() {
        return failures(SimulatedHang.class, 2).values().stream()
                .map(Throwable::getMessage)
                .collect(Collectors.joining("\n"));
    }

    private static EngineExecutionResults execution(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute();
    }

    private static Throwable thrown(Event failed) {
        return failed.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    /// Runs `count` tests and returns the failure of each by its method's name.
    private static Map<String, Throwable> failures(Class<?> tests, int count) {
        return execution(tests)
                .testEvents()
                .assertStatistics(counts -> counts.failed(count).aborted(0).succeeded(0))
                .failed()
                .stream()
                .collect(Collectors.toMap(
                        e -> ((org.junit.platform.engine.support.descriptor.MethodSource)
                                        e.getTestDescriptor().getSource().orElseThrow())
                                .getMethodName(),
                        FailingIT::thrown));
    }

    /// What the only invocation of the only test fails with.
    private static Throwable failure(Class<?> tests) {
        return failures(tests, 1).values().iterator().next();
    }

    /// The same, of a test that is given so little time that a busy machine may not let its PEs come to where
    /// they hang: then it is run again.
    private static Throwable failure(Class<?> tests, Predicate<String> came) {
        Throwable why = failure(tests);
        for (int again = 0; again < 20 && !came.test(why.getMessage()); again++) why = failure(tests);
        return why;
    }

    private static boolean hasFrame(Throwable why, String method) {
        return List.of(why.getStackTrace()).stream()
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }
}
