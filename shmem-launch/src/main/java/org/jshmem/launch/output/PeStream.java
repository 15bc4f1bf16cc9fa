// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// One of the two output streams of a process of PEs: its held output and its state. [Output] forwards it; all fields
/// except `readingSince` change under the lock of [Output].
final class PeStream {
    /// A pipe that has been silent for this long since its process ended has no more output of that process.
    static final long ORPHAN_NANOS = 200_000_000;

    static final long PROMPT_NANOS = 100_000_000;
    private static final long IDLE_NANOS = 1_000_000; // less than the pause between lines of PEs that print often
    private static final long QUIET_NANOS = 10_000_000;
    static final long TRACE_NANOS = 250_000_000;

    private static final byte[] INCUBATOR =
            "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII);

    final int part;
    final int pe;

    /// It is that of a JVM with several PEs, which writes whole lines and tags them itself.
    final boolean shared;

    final boolean error;
    final PendingOutput held = new PendingOutput();

    private final InputStream source;

    /// The time at which the held output is to be written.
    long due = Long.MAX_VALUE;

    /// The time at which the oldest held byte arrived.
    long heldSince;

    /// It is to be written later because another stream has an unfinished line.
    boolean putOff;

    /// No more output follows, and all of it is written or kept.
    boolean ended;

    boolean orphaned;

    private long orphanedSince;

    boolean well;

    /// The JVM has started: its output is forwarded unchanged.
    boolean begun;

    /// The line about incubator modules has been looked for.
    boolean warned;

    /// It has ended, and this is why its JVM could not start.
    String stillborn = "";

    /// It has once kept the others waiting in vain.
    boolean impatient;

    boolean atLineStart = true;

    private volatile long readingSince; // when its thread began to wait for more, or 0

    PeStream(int part, int pe, boolean shared, boolean error, InputStream source) {
        this.source = source;
        this.part = part;
        this.pe = pe;
        this.shared = shared;
        this.error = error;
    }

    /// Records that its process has ended, with status 0 or another.
    void orphan(boolean ranWell, long now) {
        orphaned = true;
        orphanedSince = now;
        well = ranWell;
    }

    /// Records that its thread begins to wait for more, or has got some.
    void reads(boolean begins) {
        readingSince = begins ? System.nanoTime() : 0;
    }

    boolean isRead() {
        return readingSince != 0;
    }

    /// Whether all output has arrived. That holds also if a process that the PE had started keeps the pipe open
    /// and is silent. A silence before the end of its process says nothing: the last lines are often written then.
    boolean isDone(long now) {
        long since = readingSince;
        boolean silent = since != 0 && Math.min(now - since, now - orphanedSince) > ORPHAN_NANOS && isEmpty();
        return ended || orphaned && held.size() == 0 && silent;
    }

    /// Whether its thread waits for more, and has taken all that has arrived.
    boolean isIdle(long now) {
        long since = readingSince;
        return since != 0 && now - since > IDLE_NANOS && isEmpty();
    }

    /// Whether its thread has taken all that has arrived, however late a busy machine lets it run.
    private boolean isEmpty() {
        try {
            return source.available() == 0;
        } catch (IOException e) {
            return true; // closed
        }
    }

    /// Whether it may be the output of a JVM that cannot start. Such output is held until its end, which is near.
    boolean mayNotStart(long now) {
        long nanos = begun ? 0 : StartFailure.patience(held, error, now - heldSince);
        begun = nanos == 0;
        due = nanos == Long.MAX_VALUE ? nanos : now + nanos;
        return !begun;
    }

    /// The reason why a JVM did not start whose whole output is held; empty if it did start.
    String why() {
        return begun || well ? "" : StartFailure.reason(held, error);
    }

    /// Removes the JVM's one line about the vector module. Returns false while too little output has arrived to
    /// decide.
    boolean dropWarning() {
        if (held.startsWith(INCUBATOR)) {
            if (held.size() < INCUBATOR.length) {
                due = System.nanoTime() + PROMPT_NANOS;
                return false;
            }
            held.take(INCUBATOR.length);
        }
        warned = true;
        return true;
    }

    /// The time for which it must be quiet before the held output counts as complete.
    long quietNanos() {
        if (error && held.inStackTrace()) return TRACE_NANOS;
        boolean partial = held.lastNewline() < held.size() - 1;
        return partial ? PROMPT_NANOS : QUIET_NANOS;
    }
}
