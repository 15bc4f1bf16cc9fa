// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.shm.Control;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;

/// The thread that sends all hosts the changes of the mirror, and gives up hosts that are silent for too long.
final class MirrorSender {
    private static final long LOOK_NANOS = 5_000_000;
    private static final long ALIVE_NANOS = 500_000_000;
    private static final long STARTED_NANOS = 250_000_000;

    private final List<RemoteHost> hosts;
    private final Control control;
    private final int npes;
    private final long timeoutNanos;
    private final RemoteHost.Listener listener;
    private final BitSet started = new BitSet();
    private int startedSent;
    private long startedAt = System.nanoTime();
    private volatile boolean ending;
    private final Thread thread;

    /// Starts the thread. `timeoutNanos` is the longest silence of a host, and `listener` handles the loss of one.
    MirrorSender(List<RemoteHost> hosts, JobFile mirror, long timeoutNanos, RemoteHost.Listener listener) {
        this.hosts = hosts;
        this.control = mirror.control();
        this.npes = mirror.npes();
        this.timeoutNanos = timeoutNanos;
        this.listener = listener;
        this.thread = Thread.ofPlatform().daemon().name("hosts").start(this::run);
    }

    /// Lets the thread end.
    void end() {
        ending = true;
    }

    /// Waits for its end.
    void join() throws InterruptedException {
        thread.join();
    }

    private void sendAll(Frame frame) {
        for (RemoteHost host : hosts) host.send(frame);
    }

    private void run() {
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
                    String why = "it has not answered for %.0f s (--host-timeout)".formatted(timeoutNanos / 1e9);
                    host.gone(listener, why);
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
        if (startedSent == npes) return;
        for (int pe = started.nextClearBit(0); pe < npes; pe = started.nextClearBit(pe + 1)) {
            if (control.state(pe) != PeState.STARTING) started.set(pe);
        }
        int count = started.cardinality();
        boolean early = count < npes && System.nanoTime() - startedAt < STARTED_NANOS;
        if (early || count == startedSent) return;
        startedAt = System.nanoTime();
        startedSent = count;
        sendAll(new Frame.Up(started.toByteArray()));
    }
}
