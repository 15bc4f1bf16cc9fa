// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.contract.Ended;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.shm.wait.Waiter;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// PE 0 looks at PE 1, whose process has vanished.
@Timeout(300)
class PeersTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 5 * SECOND;

    @AutoClose
    private final JobFile file = JobFiles.of(2);

    private final Control control = file.control();

    @BeforeEach
    void vanish() {
        control.started(1, ProcessHandle.current().pid());
        Memory.setLong(control.slot(1) + JobLayout.BORN_OFFSET, 1); // this number was another process's then
    }

    private Waiter checks(PeKind kind, int... jvm) {
        var topology = new Topology(new int[2], jvm, new int[] {2});
        return new Waiter(new ShmTransport(file, 0, kind, topology, null, null), file, kind, null);
    }

    @Test
    void theLauncherHasASecondToReportAVanishedProcess() {
        Waiter checks = checks(PeKind.PROCESS, 0, 1);
        for (int k = 0; k <= 10; k++) {
            checks.lookAtPeers(START + k * SECOND / 10);
            assertEquals(Abort.NONE, control.abort());
        }
        checks.lookAtPeers(START + SECOND + 1);
        assertEquals(Abort.FAILED, control.abort());
        assertEquals(137, control.abortStatus());
        assertEquals(1, control.abortPe());
    }

    /// `mpirun` kills the other PEs after a second; this PE ends the job where the launcher does nothing.
    @Test
    void anotherLibrarysLauncherHasThreeSecondsAndThePeThatLooksReports() {
        Waiter checks = checks(PeKind.EXTERNAL_LAUNCHER, 0, 1);
        Ended ended = Ended.here(() -> {
            for (int k = 0; k <= 3; k++) checks.lookAtPeers(START + k * SECOND);
            assertEquals(Abort.NONE, control.abort());
            checks.lookAtPeers(START + 3 * SECOND + 1);
            return 0;
        });
        assertEquals(Abort.FAILED, control.abort());
        assertEquals(
                "PE 0/2: process %d of PE 1 has ended without finalize; read its output, and end every PE through Shmem.run, close() or MPI.Finalize"
                        .formatted(ProcessHandle.current().pid()),
                ended.err().strip());
    }

    /// A PE of the same JVM cannot vanish alone, and each look would read a file of `/proc`.
    @Test
    void pesOfTheSameJvmAreNotLookedUp() {
        Waiter checks = checks(PeKind.PROCESS, 0, 0);
        for (int k = 0; k < 10; k++) checks.lookAtPeers(START + k * SECOND);
        assertEquals(Abort.NONE, control.abort());
    }

    /// Of two threads of PE 0 that look at once, one could read the time of an earlier find and end the job too soon.
    @Test
    void oneThreadLooksAtATime() throws InterruptedException {
        Waiter checks = checks(PeKind.PROCESS, 0, 1);
        Thread second = new Thread(() -> checks.lookAtPeers(START));
        synchronized (checks) { // as a thread that looks
            second.start();
            while (second.getState() != Thread.State.BLOCKED) {
                assertEquals(true, second.isAlive(), "the second thread has looked meanwhile");
                Thread.sleep(1);
            }
        }
        second.join();
    }
}
