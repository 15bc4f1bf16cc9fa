// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.shm.Control;
import org.jshmem.shm.Events;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.Memory;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Hosts;
import org.jshmem.ucx.Ping;

/// The thread of a host that sends the launcher the changes of the host's control words, the PEs' latest calls, and
/// signs of life.
final class Mirroring {
    private static final long LOOK_NANOS = 10_000_000;
    private static final long ALIVE_NANOS = 500_000_000;
    private static final long WHOLE_NANOS = 500_000_000;

    private final JobFile file;
    private final Events events; // one: it knows since when a message is incomplete
    private final Control control;
    private final Hosts hosts;
    private final int host;
    private final HostAgent agent;
    private final Frames.Writer launcher;
    private final int[] pes;
    private final byte[][] slots;
    private final Runnable then;
    private final FileChannel memory; // read by copies: holes stay holes
    private final Map<Place, byte[]> sent = new HashMap<>();
    private boolean oneHasEnded;
    private boolean ending;

    private record Place(int pe, long offset) {}

    /// `then` runs after every look, each 10 ms.
    Mirroring(JobFile file, Hosts hosts, int host, HostAgent agent, Frames.Writer launcher, Runnable then)
            throws IOException {
        this.then = then;
        this.memory = FileChannel.open(file.descriptor(), StandardOpenOption.READ);
        this.file = file;
        this.events = file.events();
        this.control = file.control();
        this.hosts = hosts;
        this.host = host;
        this.agent = agent;
        this.launcher = launcher;
        this.pes = hosts.pes(host).toArray();
        this.slots = new byte[pes.length][JobLayout.SLOT_BYTES];
    }

    void start() {
        Thread.ofPlatform().daemon().name("mirror").start(this::run);
        Ping.start(hosts, host, (lost, why) -> launcher.send(new Frame.Lost(lost, why)));
    }

    /// Sends the changes since the last look. States and the job's end, by which the launcher decides, are sent at
    /// once. With `all` it sends the whole slots, whose counters and times are for reports: twice a second, and in
    /// every look once a PE has sent an event.
    private synchronized void look(boolean all) {
        for (int k = 0; k < pes.length; k++) lookAtSlot(k, all);
        lookAtEvents();
        lookAtEnd();
    }

    private void lookAtEnd() {
        if (ending || control.abort() == Abort.NONE) return;
        ending = true;
        launcher.send(new Frame.Ending(control.abort(), control.abortStatus(), control.abortPe()));
    }

    private void run() {
        long aliveAt = System.nanoTime();
        long wholeAt = 0;
        while (true) {
            boolean all = System.nanoTime() - wholeAt > WHOLE_NANOS || events.any();
            if (all) wholeAt = System.nanoTime();
            look(all);
            then.run();
            if (agent.failure() != null) {
                launcher.send(new Frame.Lost(host, "its agent ended, " + agent.failure()));
                return;
            }
            if (System.nanoTime() - aliveAt > ALIVE_NANOS) {
                aliveAt = System.nanoTime();
                launcher.send(new Frame.Alive());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void lookAtSlot(int k, boolean all) {
        byte[] now = new byte[JobLayout.SLOT_BYTES];
        MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, control.slot(pes[k]), now, 0, now.length);
        if (all) CallLog.calls(file.npes(), (offset, to) -> sendPiece(pes[k], offset, to));
        boolean sameState = state(now) == state(slots[k]);
        if (sameState && (!all || Arrays.equals(now, slots[k]))) return;
        slots[k] = now;
        launcher.send(new Frame.Slot(pes[k], System.nanoTime(), now));
    }

    private static int state(byte[] slot) {
        return ByteBuffer.wrap(slot).order(ByteOrder.nativeOrder()).getInt(JobLayout.STATE_OFFSET);
    }

    private void lookAtEvents() {
        if (!events.any()) return;
        boolean drained = events.drain(event -> launcher.send(new Frame.Event(event.kind(), event.pe(), event.text())));
        events.unblock(drained, oneHasEnded);
    }

    /// Sends all changes, since a process of this host has ended; its last event may never be complete.
    synchronized void ended() {
        oneHasEnded = true;
        look(true);
    }

    /// Sends a changed piece of a PE's latest calls. The launcher writes it into its job file, where a report
    /// finds it as it does on one host.
    private void sendPiece(int pe, long offset, ByteBuffer to) {
        long position = JobLayout.regionOffset(file.npes(), pe, file.regionBytes()) + offset;
        try {
            while (to.hasRemaining() && memory.read(to, position + to.position()) >= 0) continue;
        } catch (IOException e) {
            return; // the report is made without it
        } finally {
            to.clear();
        }
        byte[] now = Arrays.copyOf(to.array(), to.capacity());
        byte[] before = sent.put(new Place(pe, offset), now);
        if (Arrays.equals(now, before == null ? new byte[now.length] : before)) return;
        launcher.send(new Frame.Piece(pe, offset, now));
    }
}
