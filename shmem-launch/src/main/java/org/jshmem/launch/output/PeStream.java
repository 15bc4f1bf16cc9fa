// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// What one PE, or the PEs of one JVM, write to one of its two streams: what is held of it, and what is known of it.
/// [Output] forwards it, under whose lock all of this changes but `readingSince`.
final class PeStream {
    /// A pipe of a dead process that is silent for so long has nothing of that process any more.
    static final long ORPHAN_NANOS = 200_000_000;

    static final long PROMPT_NANOS = 100_000_000;
    private static final long QUIET_NANOS = 10_000_000;
    private static final long TRACE_NANOS = 250_000_000;
    private static final byte[] INCUBATOR =
            "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII);

    final int part;
    final int pe;
    final boolean error;
    final PendingOutput held = new PendingOutput();

    /// When what is held is to be written.
    long due = Long.MAX_VALUE;

    /// When the oldest byte of what is held came.
    long heldSince;

    boolean ended;

    /// Its process has ended.
    boolean orphaned;

    /// Its process has ended with status 0.
    boolean well;

    /// Begun in another way than that of a JVM that cannot start.
    boolean begun;

    /// Something of it has been written.
    boolean written;

    /// The incubator line has been looked for.
    boolean warned;

    /// It has ended, and this is why its JVM could not start.
    String stillborn = "";

    /// It has once kept the others waiting in vain.
    boolean impatient;

    boolean atLineStart = true;

    /// Asked for, until it has come.
    ThreadDump dump;

    private volatile long readingSince; // when its thread began to wait for more, or 0

    PeStream(int part, int pe, boolean error) {
        this.part = part;
        this.pe = pe;
        this.error = error;
    }

    /// Its thread begins to wait for more, or has got some.
    void reads(boolean begins) {
        readingSince = begins ? System.nanoTime() : 0;
    }

    /// Whether its thread waits for more.
    boolean isRead() {
        return readingSince != 0;
    }

    /// Whether all has come: also where a process that the PE had started keeps the pipe open, and is silent.
    boolean isDone(long now) {
        long since = readingSince;
        return ended || orphaned && held.size() == 0 && since != 0 && now - since > ORPHAN_NANOS;
    }

    /// Whether it begins as that of a JVM that cannot start does, as far as one can tell yet: then it is held to
    /// its end, which is near.
    boolean mayBeStillborn() {
        begun = !JvmStartFailure.mayBe(held);
        if (begun) return false;
        due = JvmStartFailure.begins(held) ? Long.MAX_VALUE : System.nanoTime() + PROMPT_NANOS;
        return true;
    }

    /// Why a JVM did not start that has written what is held and nothing else; empty where it did.
    String why() {
        if (written || well) return "";
        return begun ? error ? JvmStartFailure.refusal(held) : "" : JvmStartFailure.failure(held);
    }

    /// Takes away the JVM's one line about the vector module; false while too little has come to tell.
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

    /// How long it must be quiet before what is held is all of it.
    long quietNanos() {
        boolean refuses = !written && JvmStartFailure.complains(held);
        if (error && (refuses || held.inStackTrace())) return TRACE_NANOS;
        boolean partial = held.lastNewline() < held.size() - 1;
        return partial ? PROMPT_NANOS : QUIET_NANOS;
    }

    /// Without the dump that was asked for. Byte for byte what the program wrote: as Latin 1 every byte is a character.
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

    /// With who wrote it before each line.
    byte[] tagged(byte[] bytes) {
        byte[] prefix = ("[PE " + pe + (error ? " err] " : "] ")).getBytes(StandardCharsets.US_ASCII);
        var result = new ByteArrayOutputStream(bytes.length + 4 * prefix.length);
        boolean start = atLineStart;
        for (byte b : bytes) {
            if (start) result.writeBytes(prefix);
            result.write(b);
            start = b == '\n';
        }
        return result.toByteArray();
    }
}
