// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.contract.Pages;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.UntilFile;
import org.jshmem.launch.report.Inspector;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// `oshrun --top` in a terminal of 80 columns and 24 lines.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopIT {
    private static final Path SLOW_HALO = Launch.root().resolve("shmem-sim/src/test/java/SlowHalo.java");

    @TempDir
    private Path folder;

    @BeforeAll
    static void thereIsATerminal() {
        assumeTrue(Terminal.isPossible(), "there is no script(1) or no bash");
    }

    /// Whether all PEs except `slow`, which the others wait for and which may never wait, have waited in this job.
    private static boolean hasWaited(long launcher, int slow) {
        for (Control job : Inspector.all().values()) {
            if (job.get(JobLayout.LAUNCHER) != launcher) continue;
            return IntStream.range(0, job.npes())
                    .allMatch(pe -> pe == slow || job.get(pe, JobLayout.WAITED) > 100_000_000);
        }
        return false;
    }

    private static void top(Terminal terminal, String before, String after) throws IOException {
        terminal.line("export TERM=xterm; stty rows 24 cols 80; %s $JSHMEM_ROOT/bin/oshrun --top %s; echo status=$?."
                .formatted(before, after));
    }

    /// The lines of the first frame, which begins at the corner of the screen, as a terminal shows them.
    private static List<String> firstFrame(String screen) {
        String frame = screen.substring(screen.indexOf("\033[H") + 3, screen.indexOf("\033[J"));
        return frame.replaceAll("\033\\[[0-9;]*[mK]", "").lines().toList();
    }

    @ParameterizedTest
    @SampledRows("0\n1\n2\n3")
    void theFirstFrameNamesThePeForWhichOthersWaitAndItsLine(int slow) throws Exception {
        // 100 ms, because on a busy machine PEs are late by some tens of milliseconds without a cause of their own
        Process job = Launch.oshrun("-np", 4, "--jvms", 4, "--heap", "1m", SLOW_HALO, slow, 10_000_000, 100)
                .builder()
                .start();
        try (Terminal terminal = new Terminal()) {
            Terminal.await(() -> hasWaited(job.pid(), slow), "the job does not begin");
            top(terminal, "", Long.toString(job.pid()));
            terminal.await("\033[J");
            List<String> frame = firstFrame(terminal.screen());
            String first = "PE %d at SlowHalo.java:%d holds up others: late in "
                    .formatted(slow, Pages.line(SLOW_HALO, "sh.sleep"));
            assertTrue(frame.get(1).startsWith(first), () -> String.join("\n", frame));
            assertTrue(terminal.screen().contains("\033[1;33mPE " + slow), terminal::screen);
            assertTrue(frame.size() <= 24 && frame.stream().allMatch(line -> line.length() <= 80), frame::toString);
            assertTrue(frame.get(4 + slow).matches(" +%d +(running|waiting) .*".formatted(slow)), frame::toString);
            terminal.type("q");
            terminal.await("status=0.");
            assertTrue(job.isAlive());
        } finally {
            Launch.signal("TERM", job.pid());
        }
        assertEquals(143, job.waitFor());
    }

    @Test
    @Tag("long")
    void theInterruptKeyEndsTheViewAndTheEndOfTheJobToo() throws Exception {
        Path go = folder.resolve("go");
        Process job = Launch.program(2, UntilFile.class, go).builder().start();
        try (Terminal terminal = new Terminal()) {
            assertEquals("up", job.inputReader().readLine());
            String launcher = Long.toString(job.pid());
            top(terminal, "NO_COLOR=1", launcher);
            terminal.await("\033[J");
            terminal.type("s");
            terminal.await("\033[J");
            assertFalse(terminal.screen().contains("\033[1;33m"), terminal::screen);
            terminal.type(Terminal.CTRL_C);
            terminal.await("\033[?1049l");
            terminal.await("status=130.");
            terminal.line("stty -a | grep -c ' icanon'");
            terminal.await("1\n");
            top(terminal, "TERM=dumb", launcher);
            for (int frame = 0; frame < 2; frame++) terminal.await("\n\njob ");
            String dumb = terminal.screen().substring(terminal.screen().lastIndexOf("status=130."));
            assertFalse(dumb.contains("\033"), dumb);
            terminal.type(Terminal.CTRL_C);
            terminal.await("status=130.");
            top(terminal, "", launcher + " --once");
            terminal.await(" 2 PEs in 2 JVMs, ");
            terminal.await("status=0.");
            assertTrue(job.isAlive());
            top(terminal, "", launcher);
            terminal.await("\033[J");
            Files.createFile(go);
            terminal.await("the job has ended\n");
            terminal.await("status=0.");
            assertEquals(0, job.waitFor());
            top(terminal, "", launcher);
            terminal.await("oshrun: --top '" + launcher + "' matches no running job of this user; 'oshrun --ps' lists");
            terminal.await("status=2.");
        } finally {
            Launch.signal("TERM", job.pid());
        }
    }
}
