// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import org.jshmem.Cmp;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemTimeoutException;

/// A wait as its caller sees it: what for, until when, and what else may end it. The backend knows how to wait;
/// this says on whose behalf, and is asked only while nothing comes.
///
/// Every wait can end early in four ways, which are the same on all backends: by [#deadline], by what [#check]
/// throws, by the job's `--timeout` ([#tooLong]), and by an interrupt of the waiting thread ([#endsByInterrupt]).
public interface Wait {

    /// What is awaited, in the program's words, for a message: `in barrier, call 3 of the world team, which PE 5
    /// has not entered`. The backend says which bytes of whose memory, as the caller gave them, and what they
    /// have to become: `to be >= 4`, or nothing where that is a condition.
    String what(int pe, long offset, long bytes, String goal);

    /// When the wait gives up, on the clock of [Transport#nanoTime]; `Long.MAX_VALUE` for never.
    default long deadline() {
        return Long.MAX_VALUE;
    }

    /// Called on slow rounds of a wait; ends it by throwing. `stuck` says that the backend knows that no PE can
    /// make progress any more, which only a machine in virtual time can know.
    default void check(boolean stuck) {}

    /// Whether an interrupt of the waiting thread, first seen `nanos` ago, ends the wait now. A wait that other PEs
    /// rely on may last on, if they will soon end it.
    default boolean endsByInterrupt(long nanos) {
        return true;
    }

    /// A wait with these words, whatever the bytes.
    static Wait of(String what) {
        return (pe, offset, bytes, goal) -> what;
    }

    /// The same wait with a deadline.
    default Wait until(long deadline) {
        Wait wait = this;
        return new Wait() {
            @Override
            public String what(int pe, long offset, long bytes, String goal) {
                return wait.what(pe, offset, bytes, goal);
            }

            @Override
            public long deadline() {
                return deadline;
            }

            @Override
            public void check(boolean stuck) {
                wait.check(stuck);
            }

            @Override
            public boolean endsByInterrupt(long nanos) {
                return wait.endsByInterrupt(nanos);
            }
        };
    }

    /// What a word has to become, for messages: `to be >= 5`.
    static String goal(Cmp cmp, long value, long origin) {
        return "to be %s %s".formatted(sign(cmp), number(value, origin));
    }

    /// A word as people write it: unsigned where its comparisons are, which their origin says.
    static String number(long word, long origin) {
        return origin == Long.MIN_VALUE ? Long.toUnsignedString(word) : Long.toString(word);
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

    /// What to throw when a wait took longer than the job allows. `time` is the kind of time, `""` or `"virtual
    /// "`.
    static ShmemTimeoutException tooLong(Transport t, String what, long waitedNanos, String time, long limitNanos) {
        return new ShmemTimeoutException("PE %d/%d: waited %d ms %s%s; the job allows %d ms (--timeout)"
                .formatted(
                        t.pe(),
                        t.npes(),
                        waitedNanos / 1_000_000,
                        time.isEmpty() ? "" : "of " + time + "time ",
                        what,
                        limitNanos / 1_000_000));
    }

    /// What to throw when the waiting thread was interrupted; its flag stays set.
    static ShmemInterruptedException interrupted(Transport t, String what) {
        return new ShmemInterruptedException(
                "PE %d/%d: thread interrupted while waiting %s; the wait cannot be resumed"
                        .formatted(t.pe(), t.npes(), what),
                what);
    }
}
