// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class WaitReportTest {
    @AutoClose
    private final JobFile file = JobFiles.of(3);

    private final WaitReport report = new WaitReport(file.control(), "me");

    private void state(int pe, PeState state, long since) {
        file.control().state(pe, state);
        long slot = file.control().slot(pe);
        Memory.setLong(slot + JobLayout.WAIT_SINCE_OFFSET, since);
    }

    private void allWait() {
        for (int pe = 0; pe < 3; pe++) state(pe, PeState.RUNNING, 100 + pe);
    }

    private void assertNoNotice(int looks, String why) {
        for (int k = 0; k < looks; k++) assertNull(report.look(), why);
    }

    @Test
    void aStandstillIsToldOnceAndTheNextOneAgain() {
        allWait();
        assertNoNotice(10, "these waits are not ten seconds old");
        String notice = report.look();
        assertTrue(notice.startsWith("me: job " + file.control().id() + " no PE has gone on for 10 s:\nPE "), notice);
        assertTrue(notice.contains("waiting"), notice);
        assertNoNotice(20, "it was told");
        state(1, PeState.RUNNING, 500);
        assertNoNotice(10, "PE 1 has gone on");
        assertTrue(report.look() != null, "and stands again");
    }

    @Test
    void aPeThatIsOnlySlowIsNotAccused() {
        allWait();
        state(2, PeState.RUNNING, 0);
        assertNoNotice(30, "PE 2 computes");
        state(2, PeState.STARTING, 0);
        assertNoNotice(30, "PE 2 starts");
        state(2, PeState.ELSEWHERE, 0);
        assertNoNotice(30, "PE 2 is on another host, which has sent no row");
        file.control().texts.set(2, Text.ROW, "9\t2 waiting");
        assertNoNotice(30, "PE 2 has waited for 9 s");
        for (int pe = 0; pe < 3; pe++) state(pe, PeState.FINALIZED, 0);
        assertNoNotice(30, "the job is over");
    }

    @Test
    void aStandstillOfAllHostsHasTheRowsOfOtherHosts() {
        allWait();
        Control other = file.control();
        other.texts.set(1, Text.WAIT, "Halo.java:12\tfor a flag");
        String row = WaitReport.row(other, 1, "b");
        assertTrue(row.matches("\\d+\t1 +waiting +[\\d.]+ s +\\d+%  Halo.java:12 on b\n     for a flag\n"), row);
        state(1, PeState.ELSEWHERE, 0);
        other.texts.set(1, Text.ROW, row);
        assertNoNotice(10, "not yet");
        String notice = report.look();
        assertTrue(notice.contains("\n" + row.substring(row.indexOf('\t') + 1) + "2 "), notice);
    }

    /// PEs of two hosts do not begin to wait at once.
    @Test
    void aStandstillIsReportedOnceThePeThatWaitedLastHasWaitedLongEnough() {
        allWait();
        state(2, PeState.ELSEWHERE, 0);
        file.control().texts.set(2, Text.ROW, "7\t2 waiting");
        assertNoNotice(11, "PE 2 has waited for 7 s");
        file.control().texts.set(2, Text.ROW, "10\t2 waiting");
        assertNoNotice(2, "3 s are not over");
        String notice = report.look();
        assertTrue(notice != null && notice.endsWith("2 waiting"), notice);
    }

    @Test
    void aPeThatHasEndedDoesNotHideTheOthers() {
        allWait();
        state(0, PeState.FINALIZED, 0);
        assertNoNotice(10, "not yet");
        assertTrue(report.look().contains("finalized"));
    }
}
