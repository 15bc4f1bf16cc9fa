// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.Memory;

/// The launcher's own job file for a job on several hosts. It has no memory for regions. A job and its reports read in
/// it the copies that the hosts send, as if all PEs were on this host. A thread sends all hosts its changes, and gives
/// up hosts that are silent for too long.
final class Mirror {
    private static final long LOOK_NANOS = 5_000_000;
    private static final long ALIVE_NANOS = 500_000_000;
    private static final long STARTED_NANOS = 250_000_000;

    private final JobFile file;
    private final Control control;
    private final BitSet started = new BitSet();
    private int startedSent;
    private long startedAt = System.nanoTime();
    private volatile boolean ending;
    private List<RemoteHost> hosts;
    private Thread thread;

    Mirror(JobFile file) {
        this.file = file;
        this.control = file.control();
    }

    /// Starts the thread. `timeoutNanos` is the longest silence of a host.
    void start(List<RemoteHost> all, long timeoutNanos) {
        hosts = all;
        thread = Thread.ofPlatform().daemon().name("hosts").start(() -> run(timeoutNanos));
    }

    void end() {
        ending = true;
    }

    /// Waits for the end of the thread, if it was started.
    void join() throws InterruptedException {
        if (thread != null) thread.join();
    }

    /// Copies a slot and converts its times to the launcher's clock.
    void take(Frame.Slot slot) {
        check("a slot", slot.pe(), slot.bytes().length == JobLayout.SLOT_BYTES, 0, slot.bytes());
        ByteBuffer words = ByteBuffer.wrap(slot.bytes()).order(ByteOrder.nativeOrder());
        long ahead = System.nanoTime() - slot.nanos();
        for (int time : new int[] {JobLayout.STARTED_OFFSET, JobLayout.WAIT_SINCE_OFFSET}) {
            if (words.getLong(time) != 0) words.putLong(time, words.getLong(time) + ahead);
        }
        long to = control.slot(slot.pe());
        MemorySegment.copy(slot.bytes(), 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, to, JobLayout.SLOT_BYTES);
    }

    /// Refuses what lies outside of the file: the host has another build, or is not what it says.
    private void check(String what, int pe, boolean fits, long offset, byte[] bytes) {
        if (fits && pe >= 0 && pe < file.npes()) return;
        throw new IllegalArgumentException(
                "it sent %s of %d bytes at %d of PE %d, which this job of %d PEs does not have"
                        .formatted(what, bytes.length, offset, pe, file.npes()));
    }

    /// Copies a piece of a region to the place where reports read it. Writes to the file, since a store into a
    /// full one would fault.
    void take(Frame.Piece piece) {
        boolean fits = piece.offset() >= 0 && piece.offset() <= file.regionBytes() - piece.bytes().length;
        check("a piece", piece.pe(), fits, piece.offset(), piece.bytes());
        long position = JobLayout.regionOffset(file.npes(), piece.pe(), file.regionBytes()) + piece.offset();
        try (var channel = FileChannel.open(file.descriptor(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(piece.bytes()), position);
        } catch (IOException e) {
            // the report is made without it
        }
    }

    void sendAll(Frame frame) {
        for (RemoteHost host : hosts) host.send(frame);
    }

    private void run(long timeoutNanos) {
        boolean ends = false;
        boolean reported = false;
        long aliveAt = System.nanoTime();
        while (!ending) {
            sendStarted();
            if (!reported && control.isReported()) {
                reported = true;
                sendAll(new Frame.Reported());
            }
            if (!ends && control.abort() != Abort.NONE) {
                ends = true;
                sendAll(new Frame.Ending(control.abort(), control.abortStatus(), control.abortPe()));
            }
            for (RemoteHost host : hosts) {
                if (host.isSilent(timeoutNanos)) {
                    host.gone("it has not answered for %.0f s (--host-timeout)".formatted(timeoutNanos / 1e9));
                }
            }
            if (System.nanoTime() - aliveAt > ALIVE_NANOS) {
                aliveAt = System.nanoTime();
                sendAll(new Frame.Alive());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /// Sends all hosts the set of PEs that have started: at once when all have, and every 250 ms before that.
    /// Messages on the hosts name a PE that has not started.
    private void sendStarted() {
        if (startedSent == file.npes()) return;
        for (int pe = started.nextClearBit(0); pe < file.npes(); pe = started.nextClearBit(pe + 1)) {
            if (control.state(pe) != PeState.STARTING) started.set(pe);
        }
        int count = started.cardinality();
        boolean early = count < file.npes() && System.nanoTime() - startedAt < STARTED_NANOS;
        if (early || count == startedSent) return;
        startedAt = System.nanoTime();
        startedSent = count;
        sendAll(new Frame.Up(started.toByteArray()));
    }
}
