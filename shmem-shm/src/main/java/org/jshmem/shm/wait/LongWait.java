// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jshmem.Cmp;
import org.jshmem.shm.jobfile.Bell;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.spi.ProgramFrames;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// A wait that lasts for longer than a few looks: its record in the control slot of the PE, for the launcher, the
/// inspector and the PEs that could wake it, and what it checks besides its condition.
/*
 * Each slow round reads the abort word. The wait's own check, which looks at other PEs' lines, runs only after 10 ms
 * and then at most every 10 ms, so that it costs nothing in short waits. PEs that take turns on the cores wait for
 * longer, and what all of them look at, in the interpreter at first, would keep the others from running: these times
 * are multiplied by the turns; that of the first text, which costs each JVM, by the turns of JVMs. Until all PEs have
 * started there is nothing to compare, and one look at a process takes a new JVM 0.3 ms.
 */
public final class LongWait {
    /// The due time of a wait that its carrier has not yet found to be long.
    public static final long SOON = Long.MAX_VALUE;

    private static final long STARTING_CHECK_NANOS = 1_000_000_000;
    private static final long STARTING_TEXT_NANOS = 10_000_000_000L; // a text takes a new JVM 40 ms
    private static final long TEXT_NANOS = 1_000_000_000;

    private final JobChecks job;
    final Condition condition;
    private final Wait wait;

    // what is awaited: see `Transport.await`
    private final int home;
    private final int cmp; // an ordinal; -1 for a condition over several words
    private final long offset;
    private final long bytes;
    private final long value;
    private final long origin;

    /// 0 before the wait is published.
    private long start;

    private boolean starting;
    private long nextCheck;
    private long nextText;
    private boolean interrupted; // meanwhile: the flag is cleared until the wait ends

    // of the carrier
    long due;
    boolean held;

    /// A wait for one word.
    public LongWait(
            JobChecks job,
            Condition condition,
            Wait wait,
            int home,
            Cmp cmp,
            long offset,
            long bytes,
            long value,
            long origin) {
        this.job = job;
        this.condition = condition;
        this.wait = wait;
        this.home = home;
        this.cmp = cmp == null ? -1 : cmp.ordinal();
        this.offset = offset;
        this.bytes = bytes;
        this.value = value;
        this.origin = origin;
    }

    /// A wait for a condition over the PE's own bytes.
    public LongWait(JobChecks job, Condition condition, Wait wait, long offset, long bytes) {
        this(job, condition, wait, job.pe, null, offset, bytes, 0, 0);
    }

    boolean isInterruptible() {
        return wait.interruptible();
    }

    /// Publishes the wait, from now on.
    public void begin() {
        start = System.nanoTime();
        starting = job.isStarting();
        nextCheck = start + interval();
        nextText = start + (starting ? STARTING_TEXT_NANOS : job.firstTextNanos);
        long slot = job.slot;
        Memory.setInt(slot + JobLayout.WAIT_PE_OFFSET, home);
        Memory.setInt(slot + JobLayout.WAIT_CMP_OFFSET, cmp);
        Memory.setLong(slot + JobLayout.WAIT_WORD_OFFSET, offset);
        Memory.setLong(slot + JobLayout.WAIT_VALUE_OFFSET, value);
        Memory.setInt(slot + JobLayout.WAIT_TEXT_OFFSET, 0);
        Memory.setLongRelease(slot + JobLayout.WAIT_SINCE_OFFSET, start); // acquire: Snapshot reads the file again
    }

    /// Ends the wait, and adds its time to the PE's.
    public void end() {
        if (start == 0) return;
        Memory.setLongRelease(job.slot + JobLayout.WAIT_SINCE_OFFSET, 0);
        count(job.slot, System.nanoTime() - start);
        if (interrupted) Thread.currentThread().interrupt();
    }

    /// Adds to the time that a PE has waited.
    public static void count(long slot, long nanos) {
        Memory.setLong(slot + JobLayout.WAITED_OFFSET, Memory.getLong(slot + JobLayout.WAITED_OFFSET) + nanos);
    }

    /// Announces a sleep, from which a writer of the awaited bytes then wakes the thread.
    public void announce() {
        Bell.sleeping(homeSlot(), offset, bytes);
    }

    /// The bell that the writer rings.
    long bell() {
        return Bell.of(homeSlot());
    }

    private long homeSlot() {
        return job.slot + ((long) (home - job.pe) << JobLayout.SLOT_SHIFT);
    }

    /// The time between two looks at other PEs.
    long interval() {
        return starting ? STARTING_CHECK_NANOS : job.checkNanos;
    }

    /// The time until the deadline, not positive if it is over; the largest number without a deadline.
    public long left(long now) {
        long deadline = wait.deadline();
        return deadline == Long.MAX_VALUE ? deadline : deadline - now;
    }

    /// The due time of a wait that begins and may be short.
    long soon() {
        long deadline = wait.deadline();
        return deadline == Long.MAX_VALUE ? SOON : Math.min(deadline, System.nanoTime() + Carrier.LONG_NANOS);
    }

    /// Checks all but the condition, and throws if the wait must end.
    public void check(long now) {
        job.checkEnd(this::what);
        if (Thread.currentThread().isInterrupted()) {
            if (wait.interruptible()) throw Wait.interrupted(job.transport, what());
            interrupted = Thread.interrupted();
        }
        job.checkLimit(now - start, this::what);
        if (now - nextCheck < 0) return;
        if (now - nextText >= 0) {
            publishText();
            nextText = now + TEXT_NANOS;
        }
        starting = starting && job.isStarting();
        if (!starting) wait.check(false);
        job.lookAtPeers(now);
        nextCheck = now + interval();
    }

    /// The awaited condition in the program's words.
    private String what() {
        String goal = cmp < 0 ? "" : Wait.goal(Cmp.values()[cmp], value, origin);
        return wait.what(home, offset, bytes, goal);
    }

    /// Adds the program's line and the text of the wait to its record: an object, a call, a lock and its holder. A long
    /// wait writes it again each second, since a lock gets new holders.
    private void publishText() {
        byte[] text = (ProgramFrames.here() + "\t" + what()).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, JobLayout.WAIT_TEXT_BYTES);
        long at = job.slot + JobLayout.WAIT_TEXT_OFFSET;
        Memory.setIntVolatile(at, 0);
        Memory.copyIn(MemorySegment.ofArray(text), 0, at + Integer.BYTES, length);
        Memory.setIntVolatile(at, length);
    }
}
