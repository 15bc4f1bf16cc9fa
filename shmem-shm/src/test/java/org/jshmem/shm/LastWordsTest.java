// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.PeerFailedException;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Events;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Topology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a PE of a shared JVM reports that ends because of other PEs.
class LastWordsTest {
    private static final String LOST = "PE 0/2: host b (PE 1) is lost: no answer for 30 s";

    @TempDir
    private Path folder;

    private JobFile file;

    @BeforeEach
    void makeJob() throws IOException {
        file = JobFile.create(folder, Settings.shape(2, 4096, 0), 2);
    }

    @AfterEach
    void closeJob() {
        file.close();
    }

    /// Ends PE 0 and returns what it prints.
    private String end() {
        var printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            var pe = new ShmTransport(
                    file, 0, PeKind.MEMBER, new Topology(new int[2], new int[] {0, 1}, new int[] {2}), null);
            assertThrows(JobEnd.class, () -> {
                throw pe.abort(1, new PeerFailedException(LOST, 1, 1));
            });
        } finally {
            System.setErr(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private List<Events.Event> events() {
        List<Events.Event> events = new ArrayList<>();
        file.events().drain(events::add);
        return events;
    }

    /// No other process has noticed yet that the host does not answer.
    @Test
    void aPeThatLosesAHostReportsTheReason() {
        String printed = end();
        assertTrue(printed.contains(LOST), printed);
        List<Events.Event> events = events();
        assertEquals(1, events.size());
        assertEquals(Events.FAILED, events.getFirst().kind());
        assertEquals(0, events.getFirst().pe());
        assertTrue(events.getFirst().text().contains(LOST), events.getFirst()::text);
    }

    @Test
    void aPeThatEndsSinceAnotherOneHasFailedReportsNothing() {
        file.control().fail(1, 7);
        assertEquals("", end());
        assertEquals(List.of(), events());
    }
}
