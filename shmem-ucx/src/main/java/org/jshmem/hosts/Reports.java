// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;

/// The part of one JVM in a report of all PEs, which the launcher of PE 0's host prints.
///
/// ```
/// launcher of that host    JVM 0                      JVMs of other hosts
///        SIGURG  -------->  REPORT  ---------------->  make the rows of their PEs
///        prints  <--------  stores  <----------------  ROW, one for each PE
/// ```
///
/// A JVM of another host sends REPORT to JVM 0 if one of its PEs has waited for too long. JVM 0 then requests the
/// report of its launcher, and sends REPORTED once it is printed, so that the PE goes on.
final class Reports {
    private static final long LOOK_NANOS = 10_000_000;

    private final Hosts hosts;
    private final Peer[] peers;
    private final Outbox outbox;
    private final Progress progress;
    private final Control control;

    Reports(Hosts hosts, Peer[] peers, Outbox outbox, Progress progress) {
        this.hosts = hosts;
        this.peers = peers;
        this.outbox = outbox;
        this.progress = progress;
        this.control = hosts.file.control();
    }

    /// Sends the requests for which the launcher of this host has signalled this JVM.
    void request() {
        boolean first = hosts.ownJvm == 0;
        if (!first && !control.isReportRequested()) return;
        try (var _ = progress.enter()) {
            for (Peer peer : peers) {
                if (!hosts.isHere(hosts.firstPe(peer.jvm)) && (first || peer.jvm == 0))
                    send(peer, Packet.REPORT, 0, "");
            }
            progress.once();
        }
    }

    /// Executes the request of another JVM. That takes time, and so a thread of its own.
    void requested(Peer peer) {
        Runnable report = hosts.ownJvm == 0 ? this::awaitReport : () -> control.postLines.run();
        Thread.ofPlatform().daemon().name("report").start(() -> {
            report.run();
            try (var _ = progress.enter()) {
                if (hosts.ownJvm == 0) send(peer, Packet.REPORTED, 0, "");
                else
                    for (int pe : hosts.ownPes) send(peer, Packet.ROW, pe, WaitReport.row(control, pe, hosts.name(pe)));
                progress.once();
            }
        });
    }

    private void awaitReport() {
        control.requestReport();
        while (!control.isReported() && !control.isEnding()) LockSupport.parkNanos(LOOK_NANOS);
    }

    private void send(Peer peer, int kind, int pe, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Memory.copyIn(MemorySegment.ofArray(bytes), 0, outbox.data(bytes.length), bytes.length);
        outbox.send(peer, outbox.message(kind, 0, 0, pe, 0, 0, 0, bytes.length), bytes.length, 0);
    }

    /// Stores the row of a PE of another host.
    void store(int pe, long data, long bytes) {
        if (pe >= control.npes() || hosts.isHere(pe)) throw new IllegalArgumentException("it has a row of PE " + pe);
        byte[] text = new byte[(int) bytes];
        Memory.copyOut(data, MemorySegment.ofArray(text), 0, bytes);
        control.texts.set(pe, Text.ROW, new String(text, StandardCharsets.UTF_8));
    }
}
