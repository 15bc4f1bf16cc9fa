// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.PeerFailedException;
import org.jshmem.contract.Ended;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Topology;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What a PE of a shared JVM reports that ends because of other PEs.
class LastWordsTest {
    private static final String LOST = "PE 0/2: host b (PE 1) is lost: no answer for 30 s";

    @AutoClose
    private final JobFile file = JobFiles.of(2);

    /// Ends PE 0 and returns what it prints.
    private String end() {
        var topology = new Topology(new int[2], new int[] {0, 1}, new int[] {2});
        var pe = new ShmTransport(file, 0, PeKind.SHARED_JVM, topology, null, null);
        return Ended.here(() -> assertThrows(JobEnd.class, () -> {
                            throw pe.abort(1, new PeerFailedException(LOST, 1, 1));
                        })
                        .status())
                .err();
    }

    /// No other process has noticed yet that the host does not answer.
    @Test
    void aPeThatLosesAHostReportsTheReason() {
        String printed = end();
        assertTrue(printed.contains(LOST), printed);
        String reason = file.control().texts.get(0, Text.REASON);
        assertTrue(reason.contains(LOST), reason);
    }

    @Test
    void aPeThatEndsSinceAnotherOneHasFailedReportsNothing() {
        file.control().fail(1, 7);
        assertEquals("", end());
        assertNull(file.control().texts.get(0, Text.REASON));
    }

    /// From when the job knows that it ends, a JVM whose other PEs compute has 0.6 s: too little on a busy machine.
    @Test
    void whyAPeFailedIsToldBeforeTheJobEnds() {
        List<Abort> known = new ArrayList<>();
        var why = new RuntimeException(null, null, false, false) {
            private static final long serialVersionUID = 1;

            @Override
            public String toString() {
                known.add(file.control().abort());
                return "the reason";
            }
        };
        var transport = new ShmTransport(file, 1, PeKind.SHARED_JVM);
        assertThrows(JobEnd.class, () -> {
            throw transport.abort(1, why);
        });
        assertEquals(Abort.NONE, known.getFirst(), "asked for the line that the launcher says");
        assertEquals("the reason", file.control().texts.get(1, Text.REASON));
        assertEquals(Abort.FAILED, file.control().abort());
        assertEquals(1, file.control().abortPe());
    }

    /// A PE that is killed while it writes a text leaves none, and the texts of others are where they were.
    @Test
    void eachPeHasTextsOfItsOwnAndItsFirstReasonCounts() {
        Control control = file.control();
        String longest = "x".repeat(1020);
        control.texts.reason(0, longest + "y");
        control.texts.reason(1, "");
        control.texts.reason(1, "a consequence");
        control.texts.set(0, Text.LINE, "Halo.java:12");
        control.texts.set(0, Text.WAIT, "z".repeat(1000));
        assertEquals(longest, control.texts.get(0, Text.REASON));
        assertEquals("", control.texts.get(1, Text.REASON));
        assertEquals("Halo.java:12", control.texts.get(0, Text.LINE));
        assertEquals("z".repeat(252), control.texts.get(0, Text.WAIT));
        assertNull(control.texts.get(1, Text.WAIT));
        control.texts.clear(0, Text.LINE);
        assertNull(control.texts.get(0, Text.LINE));
        assertEquals(longest, control.texts.get(0, Text.REASON));
    }
}
