// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import org.jshmem.program.ProgramFrames;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;

/// A wait that lasts for longer than a few looks: its record in the control slot of the PE, for the launcher and the
/// inspector, and what it checks besides its condition.
/*
 * Each slow round reads the abort word. The wait's own check, which looks at other PEs' lines, runs only after 10 ms
 * and then at most every 10 ms, so that it costs nothing in short waits. PEs that take turns on the cores wait for
 * longer, and what all of them look at, in the interpreter at first, would keep the others from running: these times
 * are multiplied by the turns; that of the first text, which costs each JVM, by the turns of JVMs. The pauses of a
 * carried PE double up to 64 times, and at most to two seconds (`CarriedPe`).
 */
final class BlockedWait implements IdleStrategy.Blocked {
    private final Waiter waiter;
    private final Wait wait;

    // the bytes of the PE that the wait is about
    private final long offset;
    private final long bytes;

    /// 0 before the wait begins.
    private long start;

    /// Whether the record in the slot is of this wait: a check of a wait may itself wait for another host.
    private boolean published;

    private long nextCheck;
    private long nextText;
    private String line; // of the program
    private boolean interrupted; // meanwhile: the flag is cleared until the wait ends

    BlockedWait(Waiter waiter, Wait wait, long offset, long bytes) {
        this.waiter = waiter;
        this.wait = wait;
        this.offset = offset;
        this.bytes = bytes;
    }

    /// Publishes the wait, from now on, unless another one of the PE is published.
    void begin() {
        start = System.nanoTime();
        nextCheck = start + interval();
        nextText = start + (waiter.control.isStarting() ? WaitTimes.STARTING_TEXT : waiter.firstTextNanos);
        published = Memory.getLong(waiter.slot + JobLayout.WAIT_SINCE_OFFSET) == 0;
        if (!published) return;
        waiter.control.texts.clear(waiter.pe, Text.WAIT);
        Memory.setLongRelease(
                waiter.slot + JobLayout.WAIT_SINCE_OFFSET, start); // pairs with the acquire in ControlCopy
    }

    /// Clears the interrupt flag, with which the thread would not sleep, until the wait ends.
    void clearInterrupt() {
        if (Thread.interrupted()) interrupted = true;
    }

    /// Ends the wait, and adds its time to the PE's.
    void end() {
        if (published) {
            Memory.setLongRelease(waiter.slot + JobLayout.WAIT_SINCE_OFFSET, 0);
            count(System.nanoTime() - start);
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Adds to the time that the PE has waited, unless the wait is published, and adds its time at its end.
    void countUnpublished(long nanos) {
        if (start == 0) count(nanos);
    }

    private void count(long nanos) {
        long at = waiter.slot + JobLayout.WAITED.at();
        Memory.setLong(at, Memory.getLong(at) + nanos);
    }

    @Override
    public boolean holds() {
        return wait.holds();
    }

    /// Announces the bytes. Of a row of flags it announces the first missing one alone, so that the others wake no
    /// thread. A flag that was there before its announcement wakes none either, so the look follows here.
    @Override
    public void announce() {
        if (wait instanceof FlagsWait row) {
            long at;
            do {
                at = row.awaited();
                Futex.announce(waiter.slot, at, Long.BYTES);
            } while (!wait.holds() && at != row.awaited());
        } else Futex.announce(waiter.slot, offset, bytes);
    }

    /// The time between two looks at other PEs.
    long interval() {
        return waiter.control.isStarting() ? WaitTimes.STARTING_CHECK : waiter.checkNanos;
    }

    @Override
    public long since() {
        return start;
    }

    @Override
    public long deadline() {
        return wait.deadline;
    }

    /// Checks all but the condition, and throws if the wait must end. Returns the time until the deadline, not positive
    /// if it is over, or until the longest wait that the job allows; the largest number without either.
    @Override
    public long check() {
        long now = System.nanoTime();
        waiter.checkEnd(wait::what);
        if (!wait.interruptible) clearInterrupt();
        else if (Thread.currentThread().isInterrupted()) throw Wait.interrupted(waiter.transport, wait.what());
        long left = waiter.checkLimit(now - start, wait);
        if (now - nextCheck >= 0) checkOthers(now);
        return deadline() == Long.MAX_VALUE ? left : Math.min(left, deadline() - now);
    }

    private void checkOthers(long now) {
        if (published && now - nextText >= 0) {
            publishText();
            boolean takesMessages = waiter.control.remote != null;
            long part = takesMessages ? (now - start) / WaitTimes.PART_OF_TEXT : 0;
            nextText = now + Math.max(waiter.textNanos, Math.min(part, WaitTimes.LONGEST_TEXT));
        }
        if (!waiter.control.isStarting()) wait.check(false);
        // a long sleep has left looks out; but the PEs of a carrier each look at another PE
        long late = waiter.carried != null ? 0 : (now - nextCheck) / interval();
        for (long k = Math.min(late, waiter.control.npes() - 1L); k >= 0; k--) waiter.lookAtPeers(now);
        nextCheck = now + interval();
    }

    /// Adds the program's line and the text of the wait to its record: an object, a call, a lock and its holder. A long
    /// wait writes it again from time to time, since a lock gets new holders.
    private void publishText() {
        if (line == null) line = ProgramFrames.here();
        waiter.control.texts.set(waiter.pe, Text.WAIT, line + "\t" + wait.what());
    }
}
