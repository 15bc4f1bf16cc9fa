// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages that a JVM must not execute. PE 0 is on this host, and PE 1, JVM 1, on another.
class InboxTest {
    private static final int SENDER = 1;

    private final Topology topology = new Topology(new int[] {0, 1}, new int[] {0, 1}, new int[] {2, 2});
    private final Arena arena = Arena.ofConfined();
    private final long header = arena.allocate(4096, 64).address();
    private final Requests requests = new Requests();
    private final Inbox inbox = new Inbox(requests);
    private final Peer[] peers = {new Peer(0), new Peer(1)};
    private final Fabric fabric = new DelayingNet(1).fabric(inbox);
    private JobFile file;
    private Transport near;
    private Hosts hosts;
    private long offset;
    private Progress progress;

    @BeforeEach
    void begin() throws IOException {
        file = JobFile.create(Path.of("/dev/shm"), Settings.shape(2, 1 << 20, 0), 2, new int[] {0});
        offset = file.regionBytes() - 4096;
        near = ShmProvider.thread(file, 0, topology);
        HostsJob.meet(file, new int[] {0, 1}, 0, _ -> new byte[1]);
        hosts = new Hosts(near, file);
        var outbox = new Outbox(fabric);
        outbox.begin(hosts);
        inbox.begin(hosts, peers, new Responder(hosts), outbox, reports(outbox));
    }

    private Reports reports(Outbox outbox) {
        progress = new Progress(fabric, inbox, outbox);
        return new Reports(hosts, peers, outbox, progress);
    }

    @AfterEach
    void end() {
        DelayingNet.close(fabric);
        file.close();
        arena.close();
    }

    private void store(long key, int number, long at, int width) {
        Packet.write(header, key, Packet.STORE, width, 0, 0, SENDER, at, 42);
        Packet.tail(header, number, 0);
        inbox.received(1, header, header + 64, 0);
    }

    private long word() {
        return Memory.getLong(file.regionAddress(0) + offset);
    }

    /// A batch with two stores, of which the second one has this kind and length.
    private void batch(int kind, int length) {
        Packet.write(header, HostsJob.KEY, Packet.BATCH, 0, 0, 0, SENDER, 0, 0);
        Packet.tail(header, 1, 0);
        long record = header + 64;
        Packet.write(record, HostsJob.KEY, Packet.STORE, 8, 0, 0, SENDER, offset, 42);
        Packet.tail(record, 0, 0);
        Packet.write(record + 40, HostsJob.KEY, kind, 8, 0, 0, SENDER, offset + 8, 43);
        Packet.tail(record + 40, length, 0);
        inbox.received(1, header, record, 80);
    }

    @Test
    void aBatchIsExecutedInItsOrder() {
        batch(Packet.STORE, 0);
        assertDoesNotThrow(inbox::check);
        assertEquals(42, word());
        assertEquals(43, Memory.getLong(file.regionAddress(0) + offset + 8));
    }

    @Test
    void aBatchWithARecordThatIsTooLongOrOfAnotherKindIsRefused() {
        batch(Packet.PUT, 1);
        assertTrue(refusal().contains("a message of PE 1 is refused: a record of it is damaged"), refusal());
        peers[1].received = 0;
        batch(Packet.FETCH, 0);
        assertTrue(refusal().contains("a record of it is damaged"), refusal());
        assertEquals(0, Memory.getLong(file.regionAddress(0) + offset + 8));
    }

    private String refusal() {
        return assertThrows(IllegalStateException.class, inbox::check).getMessage();
    }

    @Test
    void aMessageOfAnotherJobIsDropped() {
        store(HostsJob.KEY + 1, 1, offset, 8);
        assertDoesNotThrow(inbox::check);
        assertEquals(0, word());
        store(HostsJob.KEY, 1, offset, 8);
        assertDoesNotThrow(inbox::check);
        assertEquals(42, word());
    }

    @Test
    void aMissingMessageEndsTheJobByName() {
        store(HostsJob.KEY, 2, offset, 8);
        assertEquals("message 2 of PE 1 follows message 0; the network reorders messages", refusal());
        assertEquals(0, word());
    }

    @Test
    void aWordOutsideOfARegionOrMisalignedIsRefused() {
        store(HostsJob.KEY, 1, file.regionBytes(), 8);
        assertTrue(refusal().contains("8 bytes at offset " + file.regionBytes() + " of PE 0 are not in a region"));
        store(HostsJob.KEY, 2, offset + 4, 8);
        assertTrue(refusal().contains("is not aligned for a word of 8 bytes"));
    }

    private void answer(int kind, int request, long bytes) {
        Packet.write(header, HostsJob.KEY, kind, 0, 0, 0, SENDER, 0, 42);
        Packet.tail(header, 0, request);
        inbox.received(1, header, header + 64, bytes);
    }

    @Test
    void anAnswerToNoRequestEndsTheJob() {
        answer(Packet.ANSWER, 3, 0);
        assertTrue(refusal().contains("answers request 3 (not open) by kind 16"));
    }

    /// A buggy peer must not write to memory of this JVM that no request names.
    @Test
    void anAnswerOfAnotherKindOrLengthIsRefusedBeforeAByteIsWritten() {
        byte[] own = new byte[16];
        Outstanding of = new Outstanding(near);
        int data = requests.take(peers[1], Destination.of(MemorySegment.ofArray(own), 4, 8), of);
        answer(Packet.DATA, data, 16);
        assertTrue(refusal().contains("JVM 1 answers request 0 (8 bytes) by kind 17 with 16 bytes"), refusal());
        assertArrayEquals(new byte[16], own);
        answer(Packet.ANSWER, data, 0);
        assertTrue(refusal().contains("(8 bytes) by kind 16 with 0 bytes"), refusal());
        long word = file.regionAddress(0) + offset;
        int fetch = requests.take(
                peers[1], Destination.of(Memory.everywhere(), word, 8).asWord(), of);
        answer(Packet.DATA, fetch, 8);
        assertTrue(refusal().contains("(a word) by kind 17 with 8 bytes"), refusal());
        assertEquals(0, word());
        answer(Packet.ANSWER, fetch, 0);
        assertEquals(42, word());
        answer(Packet.DATA, data, 8);
        assertTrue(of.areDone());
    }

    private void row(int number, int pe, String text) {
        Packet.write(header, HostsJob.KEY, Packet.ROW, 0, 0, pe, SENDER, 0, 0);
        Packet.tail(header, number, 0);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Memory.copyIn(MemorySegment.ofArray(bytes), 0, header + 64, bytes.length);
        inbox.received(1, header, header + 64, bytes.length);
    }

    @Test
    void theRowOfAPeOfAnotherHostIsStoredAndOfThisHostRefused() {
        row(1, 1, "12\t1 waiting");
        assertDoesNotThrow(inbox::check);
        assertEquals("12\t1 waiting", file.control().texts.get(1, Text.ROW));
        row(2, 0, "0\t");
        assertTrue(refusal().contains("a message of PE 1 is refused: it has a row of PE 0"), refusal());
        assertNull(file.control().texts.get(0, Text.ROW));
    }

    /// A PE of the other host, which waits for the report, goes on once the launcher of PE 0 has printed it.
    @Test
    void aReportThatAnotherHostRequestsIsThatOfPe0sLauncher() {
        Packet.write(header, HostsJob.KEY, Packet.REPORT, 0, 0, 0, SENDER, 0, 0);
        Packet.tail(header, 1, 0);
        inbox.received(1, header, header + 64, 0);
        Control control = file.control();
        while (!control.isReportRequested()) Thread.onSpinWait();
        assertEquals(0, sent());
        control.reported();
        while (sent() == 0) Thread.onSpinWait();
    }

    /// Number of messages to JVM 1.
    private int sent() {
        try (var _ = progress.enter()) {
            return peers[1].sent;
        }
    }

    /// No launcher of the lost host can name a PE, for example after a loss of power.
    @Test
    void aLostHostEndsTheJobByNameAndWithAStatusOfItsOwn() throws InterruptedException {
        peers[1].endpoint = 7;
        inbox.failed(7, "Endpoint timeout");
        inbox.check();
        assertEquals(Abort.NONE, file.control().abort(), "the launcher of the other host gets time to name its PE");
        long start = System.nanoTime();
        while (file.control().abort() == Abort.NONE && System.nanoTime() - start < 10_000_000_000L) {
            Thread.sleep(10);
            inbox.check();
        }
        assertEquals(Hosts.LOST_STATUS, file.control().abortStatus());
        String reason = hosts.lost(near, peers[1]).getMessage();
        assertTrue(reason.startsWith("PE 0/2: PE 1 on host host1 is lost: Endpoint timeout; "), reason);
    }

    /// The other JVM may end before the first one of this host has told that all have left.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aJvmThatEndsAfterAllHaveLeftIsNotLost(boolean early) throws InterruptedException {
        inbox.beginLeave(1);
        peers[1].endpoint = 7;
        if (!early) file.countLeft();
        inbox.failed(7, "Connection reset");
        if (early) file.countLeft();
        Thread.sleep(1600);
        inbox.check();
        assertEquals(Abort.NONE, file.control().abort());
    }

    /// UCX calls this method.
    @Test
    void anExceptionOfALostConnectionEndsTheJobAndNotTheJvm() {
        peers[1] = null;
        inbox.failed(7, "gone");
        assertThrows(IllegalStateException.class, inbox::check);
    }
}
