// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.nio.charset.StandardCharsets;

/// One of the two output streams of a process of PEs: its held output and its state. [Output] forwards it; all fields
/// except `readingSince` change under the lock of [Output].
final class PeStream {
    /// A pipe that has been silent for this long since its process ended has no more output of that process.
    static final long ORPHAN_NANOS = 200_000_000;

    static final long PROMPT_NANOS = 100_000_000;
    private static final long QUIET_NANOS = 10_000_000;
    private static final long TRACE_NANOS = 250_000_000;
    private static final byte[] INCUBATOR =
            "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII);

    final int part;
    final int pe;

    /// The stream of the process, which PEs of one JVM share: this one, except for such a PE.
    final PeStream pipe;

    /// It is that of one PE, not that of a JVM of several.
    boolean isOfPe = true;
    final boolean error;
    final PendingOutput held = new PendingOutput();

    /// The time at which the held output is to be written.
    long due = Long.MAX_VALUE;

    /// The time at which the oldest held byte arrived.
    long heldSince;

    boolean ended;

    boolean orphaned;

    private long orphanedSince;

    boolean well;

    /// It has begun differently from the output of a JVM that cannot start.
    boolean begun;

    boolean written;

    /// The line about incubator modules has been looked for.
    boolean warned;

    /// It has ended, and this is why its JVM could not start.
    String stillborn = "";

    /// It has once kept the others waiting in vain.
    boolean impatient;

    boolean atLineStart = true;

    /// The requested thread dump, or null.
    ThreadDump dump;

    private volatile long readingSince; // when its thread began to wait for more, or 0

    PeStream(int part, int pe, boolean error) {
        this.part = part;
        this.pe = pe;
        this.error = error;
        this.pipe = this;
    }

    private PeStream(PeStream pipe, int pe) {
        this.part = pipe.part;
        this.pe = pe;
        this.error = pipe.error;
        this.pipe = pipe;
        begun = true; // its JVM runs
        warned = true;
        orphaned = pipe.orphaned;
        orphanedSince = pipe.orphanedSince;
    }

    /// The part of this stream that one of the PEs of its JVM writes.
    PeStream of(int number) {
        return new PeStream(this, number);
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
        return pipe.readingSince != 0;
    }

    /// Whether all output has arrived. That holds also if a process that the PE had started keeps the pipe open
    /// and is silent. A silence before the end of its process says nothing: the last lines are often written then.
    boolean isDone(long now) {
        long since = pipe.readingSince;
        boolean silent = since != 0 && Math.min(now - since, now - orphanedSince) > ORPHAN_NANOS;
        return ended || orphaned && held.size() == 0 && silent;
    }

    /// Whether it may begin like the output of a JVM that cannot start. Such output is held until its end, which
    /// is near.
    boolean mayBeStillborn() {
        begun = !StartFailure.mayBe(held);
        if (begun) return false;
        due = StartFailure.begins(held) ? Long.MAX_VALUE : System.nanoTime() + PROMPT_NANOS;
        return true;
    }

    /// The reason why a JVM did not start whose whole output is held; empty if it did start.
    String why() {
        if (written || well || pipe != this) return "";
        return begun ? error ? StartFailure.refusal(held) : "" : StartFailure.failure(held);
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
        boolean refuses = !written && StartFailure.complains(held);
        if (error && (refuses || held.inStackTrace())) return TRACE_NANOS;
        boolean partial = held.lastNewline() < held.size() - 1;
        return partial ? PROMPT_NANOS : QUIET_NANOS;
    }

    /// The output without the requested dump, byte for byte as the program wrote it: as Latin 1 every byte is a
    /// character.
    byte[] withoutDump(byte[] bytes) {
        var own = new StringBuilder();
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            for (String line : dump.take(text.substring(start, end)))
                own.append(line).append('\n');
            start = end + 1;
        }
        return own.append(text, start, text.length()).toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
