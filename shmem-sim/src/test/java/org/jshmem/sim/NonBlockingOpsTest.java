// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `--late-puts` reads the sources of non-blocking calls, and fills their destinations, as late as the specification
/// allows, and names the lines.
@Timeout(300)
@Isolated
class NonBlockingOpsTest {
    private static final Path SOURCE = Path.of("src/test/java/Hasty.java");

    @ParameterizedTest
    @ValueSource(strings = {"private", "symmetric", "put over", "copied over", "signal"})
    void aSourceThatChangesBeforeQuietIsFound(String how) throws Exception {
        Ended wrong = run(how, "none").with(Main.RACES);
        assertEquals("9\n", wrong.out());
        String call = how.equals("signal")
                ? "box.putSignalNbi("
                : how.equals("private") ? "putNbi(0, mine" : "putNbi(0, from";
        String start = "oshrun: source in use on PE 0: PE 0 putNbi of \"box\"[0..3] at Hasty.java:"
                + Pages.line(SOURCE, call) + ", t=";
        assertTrue(wrong.err().startsWith(start), wrong.err());
        String change = "and it has changed before quiet at Hasty.java:" + lastLine("sh.quiet()")
                + " completes the put; a quiet";
        wrong.assertErr(change);
        right(how, "1\n");
    }

    @Test
    void aDestinationInOwnSymmetricMemoryIsNotThereBeforeQuiet() throws Exception {
        Ended wrong = run("own", "none").with(Main.RACES);
        assertEquals("0\n0\n", wrong.out(), wrong.err());
        assertTrue(
                wrong.err()
                        .startsWith("oshrun: late put on PE 0: PE 0 load of \"box\"[0] at Hasty.java:"
                                + Pages.line(SOURCE, "default -> System.out.println(box.get(0));") + ", t="),
                wrong.err());
        wrong.assertErr("may miss PE 0 getNbi of \"box\"[0..3] at Hasty.java:" + Pages.line(SOURCE, "getNbi(0, box"));
        right("own", "1\n0\n");
    }

    /// Values that a get has brought are different from what was there before.
    static final class Fetching {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                SymLongs x = sh.longs(1);
                x.set(0, 7 + sh.myPe());
                sh.barrierAll();
                long[] mine = {-1};
                x.getNbi(0, mine, 0, 1, 1 - sh.myPe());
                long early = mine[0];
                sh.quiet();
                if (sh.myPe() == 0) System.out.println(early + " " + mine[0]);
            });
        }
    }

    @Test
    void whatAGetBringsIsThereAfterQuietAndNotBefore() {
        assertEquals(
                "-1 8\n",
                MainTest.run("-np", "2", "--late-puts", "--", Fetching.class.getName())
                        .out());
        assertEquals(
                "8 8\n",
                MainTest.run("-np", "2", "--", Fetching.class.getName()).out());
    }

    private static void right(String how, String printed) {
        Ended right = run(how, "quiet").with(0);
        assertEquals("", right.err());
        assertEquals(printed, right.out());
    }

    private static Ended run(String how, String between) {
        return MainTest.run("-np", "2", "--heap", "1m", "--late-puts", "--races", "--", "Hasty", how, between);
    }

    private static int lastLine(String text) throws Exception {
        List<String> lines = Files.readAllLines(SOURCE);
        for (int i = lines.size() - 1; i >= 0; i--) if (lines.get(i).contains(text)) return i + 1;
        throw new AssertionError(text);
    }
}
