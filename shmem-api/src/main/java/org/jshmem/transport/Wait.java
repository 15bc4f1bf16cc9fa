// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.BooleanSupplier;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemTimeoutException;

/// A wait of a PE, an object for each: what it waits for, its deadline, and other reasons to end it.
/// [Transport#await] carries it out, and calls these methods.
///
/// Every wait can end early in four ways, which are equal on all backends. These are [#deadline], an exception of
/// [Reason#check], the job's `--timeout` ([#tooLong]), and an interrupt of the waiting thread ([#interruptible]) or of
/// the caller of the job ([#jobInterrupted]).
public class Wait {
    private final Reason reason;
    private final BooleanSupplier condition;

    /// The end of the wait on the clock of [Transport#nanoTime]; `Long.MAX_VALUE` for none.
    public final long deadline;

    /// Whether an interrupt of the waiting thread ends the wait: only if no other PE relies on this one to go on. Any
    /// other wait goes on without the thread's flag, and sets it again when it ends.
    public final boolean interruptible;

    /// The object for which a PE waits, which may have many waits.
    @FunctionalInterface
    public interface Reason {
        /// What the PE waits for, in the program's words: `in barrier, call 3 of the world team, which PE 5 has not
        /// entered`.
        String what(Wait wait);

        /// Runs on slow rounds of a wait, and ends the wait if it throws. `stuck` means that no PE can make progress
        /// any more, which only a machine in virtual time can detect.
        default void check(boolean stuck) {}

        /// The wait has taken longer than the job allows, and ends by an exception.
        default void tookTooLong() {}
    }

    /// A wait for a condition, without a deadline, which no interrupt ends.
    public Wait(Reason reason, BooleanSupplier condition) {
        this(reason, condition, Long.MAX_VALUE, false);
    }

    /// A wait for a condition, which reads this PE's memory through [Channel#load]. It changes no state that a later
    /// wait of the PE has, because several threads may call it at once, also after the wait has ended.
    public Wait(Reason reason, BooleanSupplier condition, long deadline, boolean interruptible) {
        this.reason = reason;
        this.condition = condition;
        this.deadline = deadline;
        this.interruptible = interruptible;
    }

    /// Whether the PE can go on.
    public boolean holds() {
        return condition.getAsBoolean();
    }

    /// See [Reason#what].
    public final String what() {
        return reason.what(this);
    }

    /// See [Reason#check].
    public final void check(boolean stuck) {
        reason.check(stuck);
    }

    /// The exception that ends this wait, which took longer than the job allows. `time` says the kind of
    /// time and ends with a space, or is empty.
    public final ShmemTimeoutException tooLong(Transport t, long waitedNanos, String time, long limitNanos) {
        return tooLong("PE %d/%d: waited %d ms %s%s; the job allows %d ms (--timeout)"
                .formatted(t.pe(), t.npes(), waitedNanos / 1_000_000, time, what(), limitNanos / 1_000_000));
    }

    /// The exception that ends this wait, which took too long, with this text. The caller throws it.
    public final ShmemTimeoutException tooLong(String text) {
        reason.tookTooLong();
        return new ShmemTimeoutException(text);
    }

    /// The exception for an interrupt of the waiting thread, whose flag stays set.
    public static ShmemInterruptedException interrupted(Transport t, String what) {
        return new ShmemInterruptedException(
                "PE %d/%d: thread interrupted while waiting %s; clear its flag before you repeat the wait"
                        .formatted(t.pe(), t.npes(), what),
                what);
    }

    /// The exception that ends each wait of a job whose caller was interrupted.
    public static ShmemInterruptedException jobInterrupted(Transport t, String what) {
        return new ShmemInterruptedException(
                "PE %d/%d: job interrupted while waiting %s".formatted(t.pe(), t.npes(), what), what);
    }
}
