// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The frames of `oshrun --top`.
class TopTest {
    /// The beginning of all waits.
    private static final long BEGUN = System.nanoTime() - 3_000_000_000L;

    @TempDir
    private Path folder;

    private final Top top = new Top("halo");

    /// The lines of a frame after samples, before each of which `change` gets the control words.
    private List<String> frame(int npes, int samples, int height, Consumer<Control> change) throws IOException {
        try (JobFile file = JobFile.create(folder, Settings.shape(npes, 4096, 0), 2)) {
            Control job = file.control();
            job.jvms(2);
            for (int k = 0; k < samples; k++) {
                change.accept(job);
                top.samples.add(job);
            }
            return top.frame(new int[] {height, 80}, false);
        }
    }

    private static void runs(Control job, int pe, String line) {
        job.state(pe, PeState.RUNNING);
        Memory.setLong(job.slot(pe) + JobLayout.WAIT_SINCE_OFFSET, 0);
        job.texts.set(pe, Text.LINE, line);
    }

    private static void waits(Control job, int pe, String line, String what) {
        runs(job, pe, "");
        Memory.setLong(job.slot(pe) + JobLayout.WAIT_SINCE_OFFSET, BEGUN);
        job.texts.set(pe, Text.WAIT, line + "\t" + what);
    }

    @Test
    void eachPeHasALineWithItsWait() throws IOException {
        List<String> frame = frame(3, 4, 24, job -> {
            waits(job, 0, "Halo.java:12", "for \"came\" to be >= 5; it is 4, and a long text that no line of 80 takes");
            runs(job, 1, "Halo.java:9");
            job.state(2, PeState.FINALIZED);
        });
        assertTrue(frame.get(0).matches("job [0-9a-f]{16}, halo, 3 PEs in 2 JVMs, \\d.*"), frame::toString);
        assertEquals(
                "PE 1 at Halo.java:9 holds up others: late in 100% of 4 samples",
                frame.get(1).strip());
        assertTrue(frame.get(2).startsWith("1 of 3 PEs wait; "), frame::toString);
        assertEquals("  PE  state        since  late  at", frame.get(3));
        assertEquals(
                "   0  waiting      N.N s    0%  Halo.java:12 for \"came\" to be >= 5; it is 4, and",
                frame.get(4).replaceFirst("( [3-9]|\\d\\d)\\.\\d s", " N.N s")); // a busy machine takes seconds between
        assertTrue(frame.get(5).matches("   1  running     [ \\d]\\d\\.\\d s  100%  Halo.java:9"), frame.get(5));
        assertEquals("   2  finalized             0%", frame.get(6));
        assertEquals(7, frame.size());
    }

    /// Of PEs that all wait, those at another line than most are late.
    @ParameterizedTest
    @CsvSource({
        "A.java:5, PE 3 at A.java:5 holds up others: late in 100% of 1 samples",
        "A.java:9, no PE holds the others up"
    })
    void aPeThatWaitsElsewhereIsNamed(String line, String head) throws IOException {
        List<String> frame = frame(4, 1, 24, job -> {
            for (int pe = 0; pe < 4; pe++) waits(job, pe, pe == 3 ? line : "A.java:9", "");
        });
        assertEquals(head, frame.get(1).strip());
    }

    /// PEs without a line of their own are counted, the most frequent state first.
    @Test
    void aSmallScreenShowsThePesThatHoldOthersUp() throws IOException {
        List<String> frame = frame(64, 2, 8, job -> {
            for (int pe = 0; pe < 64; pe++) {
                if (pe % 32 == 31) runs(job, pe, "A.java:7");
                else waits(job, pe, "A.java:9", "");
            }
            job.state(5, PeState.FINALIZED);
        });
        assertEquals(8, frame.size());
        assertTrue(frame.get(1).startsWith("\tPE 31 at A.java:7 holds up others"), frame::toString);
        assertTrue(frame.get(5).startsWith("  31  running "), frame::toString);
        assertTrue(frame.get(6).startsWith("  63  running "), frame::toString);
        assertEquals("61 more: 60 waiting A.java:9, 1 finalized", frame.get(7));
    }

    @Test
    void pesOfOtherHostsAreCountedAlone() throws IOException {
        List<String> frame = frame(4, 1, 24, job -> {
            runs(job, 0, "A.java:7");
            runs(job, 1, "A.java:7");
            job.startedElsewhere(2);
            job.startedElsewhere(3);
        });
        assertTrue(frame.get(0).contains(" 2 PEs in 2 JVMs"), frame::toString);
        assertTrue(frame.get(2).endsWith("; 2 PEs are on other hosts"), frame::toString);
        assertEquals(6, frame.size());
    }
}
