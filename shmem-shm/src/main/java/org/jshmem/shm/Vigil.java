// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.function.Supplier;
import org.jshmem.PeerFailedException;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The looks of a PE in a long wait besides those at its word: at the end of the job, interrupts, limits of time, other
/// PEs.
/*
 * Each slow round reads the abort word. The wait's own check, which looks at other PEs' lines, runs only after 10 ms
 * and then at most every 10 ms, so that it costs nothing in short waits. PEs that take turns on the cores wait for
 * longer, and what all of them look at, in the interpreter at first, would keep the others from running: these times
 * are multiplied by the turns; that of the first text, which costs each JVM, by the turns of JVMs. Until all PEs have
 * started there is nothing to compare, and one look at a process takes a new JVM 0.3 ms.
 */
final class Vigil {
    private static final long WATCH_NANOS = 10_000_000;
    private static final long STARTING_WATCH_NANOS = 1_000_000_000;
    private static final int MOST_TURNS = 500;
    private static final long STARTING_TEXT_NANOS = 10_000_000_000L; // a text takes a new JVM 40 ms
    private static final long FIRST_TEXT_NANOS = 100_000_000; // for each host: a text may take messages to all of them
    private static final long TEXT_NANOS = 1_000_000_000;

    private final Transport transport;
    private final JobFile file;
    private final PeKind kind;
    private final Control control;
    private final int pe;
    private final WaitLimit limit;
    private final Peers peers;
    private final long watchNanos;
    private final long firstTextNanos;

    Vigil(ShmTransport transport, JobFile file, PeKind kind) {
        Topology topology = transport.topology();
        this.transport = transport;
        this.file = file;
        this.kind = kind;
        this.control = file.control();
        this.pe = transport.pe();
        this.limit = new WaitLimit(transport, file, kind, control);
        this.peers = new Peers(control, topology, pe, kind == PeKind.FOREIGN);
        this.watchNanos = Math.min(topology.turns(pe), MOST_TURNS) * WATCH_NANOS;
        this.firstTextNanos = Math.min(topology.turnsOfJvms(pe) * topology.hosts(), MOST_TURNS) * FIRST_TEXT_NANOS;
    }

    /// The vigil of one wait, which began at `start`.
    Watch watch(Wait wait, PublishedWait published, long start) {
        return new Watch(wait, published, start);
    }

    /// One wait's looks.
    final class Watch {
        private final Wait wait;
        private final PublishedWait published;
        private final long start;
        private boolean starting = limit.isStarting();
        private long nextWatch;
        private long nextText;
        private boolean interrupted; // meanwhile: the flag is cleared until the wait ends

        private Watch(Wait wait, PublishedWait published, long start) {
            this.wait = wait;
            this.published = published;
            this.start = start;
            this.nextWatch = start + interval();
            this.nextText = start + (starting ? STARTING_TEXT_NANOS : firstTextNanos);
        }

        /// The time between two looks at other PEs.
        long interval() {
            return starting ? STARTING_WATCH_NANOS : watchNanos;
        }

        /// Whether a PE of the job has not started yet.
        boolean isStarting() {
            starting = starting && limit.isStarting();
            return starting;
        }

        /// Looks, and throws if the wait must end.
        void look(long now) {
            checkJob(() -> published.what(wait));
            if (Thread.currentThread().isInterrupted()) {
                if (wait.interruptible()) throw Wait.interrupted(transport, published.what(wait));
                interrupted = Thread.interrupted();
            }
            limit.check(now - start, wait, published);
            if (now - nextWatch < 0) return;
            if (now - nextText >= 0) {
                PublishedWait.describe(control.slot(pe), published.what(wait));
                nextText = now + TEXT_NANOS;
            }
            if (!isStarting()) wait.check(false);
            if (kind.hasProcesses()) peers.look(now);
            nextWatch = now + interval();
        }

        /// The wait has ended.
        void end() {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Ends a wait, which `what` describes, by an exception when the job ends.
    void checkJob(Supplier<String> what) {
        if (file.isOver()) {
            throw new IllegalStateException(
                    "PE %d/%d: the job of this PE has ended; end its threads before main returns"
                            .formatted(pe, control.npes()));
        }
        Abort abort = control.abort();
        if (abort == Abort.NONE) return;
        if (abort == Abort.INTERRUPTED) throw Wait.jobInterrupted(transport, what.get());
        int status = control.abortStatus();
        int from = control.abortPe();
        if (abort != Abort.FAILED) {
            // as a global exit in C does; the PE that called it has printed its own message
            if (kind.isProcess()) throw JobExit.exit(status);
            throw new JobEnd(status, from, null);
        }
        throw new PeerFailedException(
                "PE %d/%d: stopped waiting because PE %d failed (status %d); see the message of that PE"
                        .formatted(pe, control.npes(), from, status),
                from,
                status);
    }
}
