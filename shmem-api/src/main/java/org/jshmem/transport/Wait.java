// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Cmp;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemTimeoutException;

/// The caller's side of a wait: its text, its deadline, and other reasons to end it. The backend carries out the
/// wait and calls these methods only while the wait lasts.
///
/// Every wait can end early in four ways, which are equal on all backends. These are [#deadline], an exception of
/// [#check], the job's `--timeout` ([#tooLong]), and an interrupt of the waiting thread ([#interruptible]) or of the
/// caller of the job ([#jobInterrupted]).
public interface Wait {

    /// The reason of the wait for a message, in the program's words: `in barrier, call 3 of the world team, which
    /// PE 5 has not entered`. The backend passes the PE, offset and number of the bytes as the caller gave them. It
    /// also passes their goal: `to be >= 4`, or an empty text for a condition.
    String what(int pe, long offset, long bytes, String goal);

    /// The end of the wait on the clock of [Transport#nanoTime]; `Long.MAX_VALUE` for none.
    default long deadline() {
        return Long.MAX_VALUE;
    }

    /// Runs on slow rounds of a wait, and ends the wait if it throws. `stuck` means that no PE can make progress
    /// any more, which only a machine in virtual time can detect.
    default void check(boolean stuck) {}

    /// Whether an interrupt of the waiting thread ends the wait: only if no other PE relies on this one to go on. Any
    /// other wait goes on without the thread's flag, and sets it again when it ends.
    default boolean interruptible() {
        return false;
    }

    /// A wait with this text for all bytes, which no interrupt ends.
    static Wait of(String what) {
        return (pe, offset, bytes, goal) -> what;
    }

    /// A wait with the text of another one, which an interrupt ends.
    static Wait interruptible(Wait text) {
        return new Limited(text, Long.MAX_VALUE, true);
    }

    /// This wait with a deadline.
    default Wait until(long deadline) {
        return new Limited(this, deadline, interruptible());
    }

    /// A wait with other ends than those of `inner`.
    record Limited(Wait inner, long deadline, boolean interruptible) implements Wait {
        @Override
        public String what(int pe, long offset, long bytes, String goal) {
            return inner.what(pe, offset, bytes, goal);
        }

        @Override
        public void check(boolean stuck) {
            inner.check(stuck);
        }
    }

    /// The goal of a wait for messages: `to be >= 5`.
    static String goal(Cmp cmp, long value, long origin, int width) {
        return "to be " + sign(cmp) + " " + number(value, origin, width);
    }

    /// A word of `width` bytes, sign-extended, as people write it: unsigned if its comparisons are, which `origin`
    /// shows.
    static String number(long word, long origin, int width) {
        return origin == Long.MIN_VALUE ? Long.toUnsignedString(word & -1L >>> 64 - 8 * width) : Long.toString(word);
    }

    /// A comparison as people write it.
    static String sign(Cmp cmp) {
        return switch (cmp) {
            case EQ -> "==";
            case NE -> "!=";
            case GT -> ">";
            case GE -> ">=";
            case LT -> "<";
            case LE -> "<=";
        };
    }

    /// The exception for a wait that took longer than the job allows. `time` says the kind of time and ends with a
    /// space, or is empty.
    static ShmemTimeoutException tooLong(Transport t, String what, long waitedNanos, String time, long limitNanos) {
        long waited = waitedNanos / 1_000_000;
        return new ShmemTimeoutException("PE %d/%d: waited %d ms %s%s; the job allows %d ms (--timeout)"
                .formatted(t.pe(), t.npes(), waited, time, what, limitNanos / 1_000_000));
    }

    /// The exception for an interrupt of the waiting thread, whose flag stays set.
    static ShmemInterruptedException interrupted(Transport t, String what) {
        return new ShmemInterruptedException(
                "PE %d/%d: thread interrupted while waiting %s; clear its flag before you repeat the wait"
                        .formatted(t.pe(), t.npes(), what),
                what);
    }

    /// The exception that ends each wait of a job whose caller was interrupted.
    static ShmemInterruptedException jobInterrupted(Transport t, String what) {
        return new ShmemInterruptedException(
                "PE %d/%d: job interrupted while waiting %s".formatted(t.pe(), t.npes(), what), what);
    }
}
