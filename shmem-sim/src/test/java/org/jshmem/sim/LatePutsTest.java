// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.contract.Compiled;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.program.ProgramClasses;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--late-puts` finds every way to forget an ordering, names both lines, and says nothing of programs that order.
@Isolated
class LatePutsTest {
    private static final Path SOURCE = Path.of("src/test/java/Forgetful.java");

    @ParameterizedTest
    @CsvSource({
        "sync,    none,  quiet",
        "sync,    fence, quiet",
        "get,     none,  quiet",
        "reduce,  none,  quiet",
        "signal,  none,  fence",
        "atomic,  none,  fence",
        "plain,   none,  fence",
        "array,   none,  fence",
        "word,    none,  fence",
        "another, none,  fence",
        "payload, none,  quiet",
    })
    void whatIsForgottenIsFound(String how, String forgotten, String enough) throws Exception {
        Ended wrong = run(how, forgotten).with(Main.RACES);
        assertEquals("0\n", wrong.out(), wrong.err());
        String put = how.equals("word") ? "box.p(0, 42" : "box.put(0, new";
        String read = how.equals("get") ? "box.get(0, own" : "return box.get(0);";
        String start = "oshrun: late put on PE 1: PE 1 %s of \"box\"[0] at Forgetful.java:%d, t="
                .formatted(how.equals("get") ? "get" : "load", Pages.line(SOURCE, read));
        assertTrue(wrong.err().startsWith(start), wrong.err());
        String by = ", may miss PE 0 put of \"box\"" + (how.equals("word") ? "[0]" : "[0..3]") + " at Forgetful.java:"
                + Pages.line(SOURCE, put) + ", t=";
        wrong.assertErr(by);
        String remedy =
                "; quiet or a barrier on PE 0 between them makes it arrive; so does a fence on PE 0 and then a flag"
                        + " to PE 1\n";
        assertTrue(wrong.err().endsWith(remedy), wrong.err());
        if (how.equals("payload")) return; // nothing orders the bytes of one put: "with" is how to do it
        Ended right = run(how, enough).with(0);
        assertEquals("42\n", right.out(), right.err());
        assertEquals("", right.err());
    }

    /// The time of a call does not grow with the puts that are under way.
    @Test
    @Timeout(100)
    void manyPutsMayBeUnderWay() {
        JobSpec spec = JobSpec.of(
                MachineFiles.named("knc"), 2, Settings.shape(2, 4 << 20, 0).regionBytes());
        spec.latePuts = true;
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                SymLongs x = sh.longs(200_001);
                for (int i = 0; i < 200_000 && sh.myPe() == 0; i++) {
                    x.p(i, i, 1);
                    x.atomicSet(200_000, i, 1);
                }
                sh.barrierAll();
                for (int i = 0; i < 200_000 && sh.myPe() == 1; i++) assertEquals(i, x.get(i));
            }));
            sim.rethrow();
        }
    }

    /// PE 0 puts to PE 1 through a context, or not; PE 0, PE 1 or a third PE reads.
    static final class Elsewhere {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                SymLongs box = sh.longs(1).named("box");
                Ctx ctx = sh.ctx();
                int reader = List.of("maker", "target", "third").indexOf(a[1]);
                if (sh.myPe() == 0) {
                    (a[0].equals("context") ? box.on(ctx) : box).p(0, 42, 1);
                    if (a[2].equals("quiet")) sh.quiet();
                    if (a[2].equals("context")) ctx.quiet();
                    if (a[2].equals("fence")) ctx.fence();
                }
                sh.syncAll();
                if (sh.myPe() == reader) System.out.println(reader == 1 ? box.get(0) : box.g(0, 1));
                sh.barrierAll();
                ctx.close();
            });
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        context | target | quiet   | context | quiet of its context on PE 0 between them makes it arrive; a barrier and sh.quiet() do not; so does a fence of it on PE 0 and then a flag to PE 1
        context | third  | quiet   | context | quiet of its context on PE 0 between them makes it arrive; a barrier and sh.quiet() do not; a fence orders puts to PE 1, and no get from it
        none    | third  | fence   | quiet   | quiet or a barrier on PE 0 between them makes it arrive; a fence orders puts to PE 1, and no get from it
        none    | maker  | fence   | quiet   | quiet or a barrier on PE 0 between them makes it arrive; a fence orders puts to PE 1, and no get from it
        """)
    void theRemedyIsThatOfTheContextAndOfTheReader(
            String through, String reader, String useless, String enough, String remedy) {
        Ended wrong = elsewhere(through, reader, useless).with(Main.RACES);
        assertTrue(wrong.err().endsWith(", which is still under way; " + remedy + "\n"), wrong.err());
        Ended right = elsewhere(through, reader, enough).with(0);
        assertEquals("42\n", right.out(), right.err());
    }

    private static Ended elsewhere(String through, String reader, String between) {
        String program = Elsewhere.class.getName();
        return MainTest.run("-np", "3", "--heap", "1m", "--late-puts", "--", program, through, reader, between);
    }

    /// A later put with its signal overtakes, so that a count of signals does not show which chunk came.
    @ParameterizedTest
    @CsvSource({"--late-puts, '', 3", "--late-puts, mended, 0", "--summary, '', 0"})
    void aCountOfSignalsDoesNotShowWhichPutCame(String option, String mended, int status) throws Exception {
        Path source = Ended.ROOT.resolve("examples/faults/Counting.java");
        System.setProperty(
                ProgramClasses.PATH_PROPERTY, Compiled.of(source).classes().toString());
        try {
            List<String> words = new ArrayList<>(List.of("-np", "2", option, "--", "Counting"));
            if (!mended.isEmpty()) words.add(mended);
            Ended end = MainTest.run(words.toArray(String[]::new)).with(status);
            assertEquals(status == 0 ? "2\n" : "1\n", end.out());
            if (status == 0) assertFalse(end.err().contains("late put"), end.err());
            else
                end.assertErrMatches(
                        "(?s)oshrun: late put on PE 1: PE 1 load of \"sum\"\\[0\\] at Counting.java:%d, t=\\S+ ms, may miss PE 0 putSignalNbi of \"sum\"\\[0..63\\] at Counting.java:%d, t=\\S+ us, which is still under way; a later one may overtake it, so that a count of signals does not show that this one came; give each put that may be under way a signal of its own\\n"
                                .formatted(Pages.line(source, "sum.get(i)"), Pages.line(source, "putSignalNbi(")));
        } finally {
            System.clearProperty(ProgramClasses.PATH_PROPERTY);
        }
    }

    /// A put's own signal follows it, and a fence keeps puts with signals in order. PE 1 of `count` tests in a loop:
    /// signals arrive without a wait.
    @ParameterizedTest
    @CsvSource({"with, none", "count, fence"})
    void signalsOfPutsAreInOrder(String how, String between) {
        Ended right = run(how, between).with(0);
        assertEquals("42\n", right.out(), right.err());
    }

    private static Ended run(String how, String between) {
        return MainTest.run("-np", "2", "--heap", "1m", "--late-puts", "--", "Forgetful", how, between);
    }
}
