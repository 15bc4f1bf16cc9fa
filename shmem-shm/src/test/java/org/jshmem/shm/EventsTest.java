// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Events;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.JobEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {
    @TempDir
    private Path folder;

    private static List<String> taken(Events events) {
        List<String> texts = new ArrayList<>();
        events.drain(event -> texts.add(event.text()));
        return texts;
    }

    /// What a PE leaves behind that is killed after it has claimed room and before it has filled it.
    @Test
    void aWriterThatDiesOverItsMessageDoesNotSilenceTheOthers() throws Exception {
        try (JobFile file = JobFile.create(folder, Settings.shape(2, 4096, 0), 2)) {
            Events events = file.events();
            events.post(Events.FAILED, 0, "first");
            long address = file.control().slot(0) - JobLayout.slotOffset(0) + JobLayout.eventsOffset(2);
            var ring = new ManyToOneRingBuffer(
                    new UnsafeBuffer(address, JobLayout.EVENTS_BYTES + RingBufferDescriptor.TRAILER_LENGTH));
            assertTrue(ring.tryClaim(Events.FAILED, 40) > 0);
            events.post(Events.FAILED, 1, "second");
            assertEquals(List.of("first"), taken(events));
            assertFalse(events.drain(event -> {}), "something is left");
            events.unblock(false, true);
            Thread.sleep(101); // longer than any writer takes
            events.unblock(false, true);
            assertEquals(List.of("second"), taken(events));
            assertTrue(events.drain(event -> {}));
        }
    }

    /// From when the job knows that it ends, a JVM whose other PEs compute has 0.6 s: too little on a busy machine.
    @Test
    void whyAPeFailedIsToldBeforeTheJobEnds() throws IOException {
        try (JobFile file = JobFile.create(folder, Settings.shape(2, 4096, 0), 2)) {
            List<Abort> known = new ArrayList<>();
            var why = new RuntimeException(null, null, false, false) {
                private static final long serialVersionUID = 1;

                @Override
                public String toString() {
                    known.add(file.control().abort());
                    return "the reason";
                }
            };
            var transport = new ShmTransport(file, 1, PeKind.MEMBER);
            assertThrows(JobEnd.class, () -> {
                throw transport.abort(1, why);
            });
            assertEquals(Abort.NONE, known.getFirst(), "asked for the line that the launcher says");
            assertEquals(List.of("the reason"), taken(file.events()));
            assertEquals(Abort.FAILED, file.control().abort());
            assertEquals(1, file.control().abortPe());
        }
    }
}
