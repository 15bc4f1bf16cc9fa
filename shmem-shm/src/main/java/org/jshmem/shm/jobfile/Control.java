// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.Header;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Slot;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The control words of a job file by name, through which PEs, the launcher and the inspector exchange the state of the
/// job. PEs and launcher read and write them in the mapped file, the inspector reads a [ControlCopy].
public final class Control {
    private static final int ABORT_CODE_SHIFT = 56;
    private static final int ABORT_PE_SHIFT = 32;
    private static final long ABORT_PE_MASK = (1 << 24) - 1;

    private static final int TRACE_SHIFT = 24;

    private static final int REQUESTED = 1;
    private static final int REPORTED = 2;

    private static final Abort[] ABORTS = Abort.values();
    private static final PeState[] STATES = PeState.values();

    /// The texts of PEs.
    public final PeTexts texts;

    /// The hosts of the job.
    public final HostWords hosts;

    private final long base;
    private final int npes;

    /// All PEs before this one have started.
    private int started;

    /// Progress of the messages of other hosts, which waits in this JVM make; null in a job on one host.
    public volatile RemoteProgress remote;

    /// Posts the lines of the program at which the PEs of this JVM are.
    public volatile Runnable postLines = () -> {};

    /// The control words at the beginning of a segment.
    public Control(MemorySegment words, int npes) {
        this.texts = new PeTexts(words, npes);
        this.base = words.address();
        this.npes = npes;
        this.hosts = new HostWords(this, base);
    }

    /// The number of PEs of the job.
    public int npes() {
        return npes;
    }

    /// The name of the job: sixteen hexadecimal digits.
    public String id() {
        return HexFormat.of().toHexDigits(Memory.getLong(base + JobLayout.JOB_ID_OFFSET));
    }

    /// Returns a number of the header.
    public long get(Header word) {
        return Memory.getLong(base + word.at());
    }

    /// Returns a number of a PE's slot.
    public long get(int pe, Slot word) {
        return Memory.getLong(slot(pe) + word.at());
    }

    /// Sets the longest wait, unless the job has a limit already.
    public void limitWaits(long nanos) {
        Memory.atomic(Atomic.COMPARE_SWAP, base + JobLayout.TIMEOUT.at(), 8, nanos, 0);
    }

    /// The number of cores that the PEs share.
    public int cores() {
        return Memory.getInt(base + JobLayout.CORES_OFFSET);
    }

    /// The number of JVMs that have the PEs in blocks: JVM `k * jvms / npes` has PE k.
    public int jvms() {
        return Memory.getInt(base + JobLayout.JVMS_OFFSET);
    }

    /// The number of PEs of this host.
    public int pesHere() {
        int count = 0;
        for (int k = 0; k < npes; k++) if (state(k) != PeState.ELSEWHERE) count++;
        return count;
    }

    /// Sets the number of JVMs that have the PEs in blocks. The launcher calls it before it starts a JVM.
    public void jvms(int jvms) {
        Memory.setInt(base + JobLayout.JVMS_OFFSET, jvms);
    }

    /// The value with this code; any one for a code that only a damaged file has.
    private static <E> E code(E[] values, int code) {
        return values[Math.floorMod(code, values.length)];
    }

    private long abortWord() {
        return Memory.getLongAcquire(base + JobLayout.ABORT_OFFSET);
    }

    /// The reason why the job ends, or `NONE`. Every slow round of a wait reads it.
    public Abort abort() {
        return code(ABORTS, (int) (abortWord() >>> ABORT_CODE_SHIFT));
    }

    /// Whether the job is ending.
    public boolean isEnding() {
        return abort() != Abort.NONE;
    }

    /// The exit status that [#abort()] brought.
    public int abortStatus() {
        return (int) abortWord();
    }

    /// The PE that called for [#abort()], or -1 for the launcher.
    public int abortPe() {
        return (int) (abortWord() >>> ABORT_PE_SHIFT & ABORT_PE_MASK) - 1;
    }

    /// Ends the job, unless it ends already, and wakes every PE that sleeps. One compare-and-swap writes reason,
    /// status and PE: the first caller decides, and no caller can die between two of the three. Returns
    /// whether this call is the first.
    public boolean abort(Abort why, int status, int pe) {
        long word = (long) why.ordinal() << ABORT_CODE_SHIFT
                | (pe + 1 & ABORT_PE_MASK) << ABORT_PE_SHIFT
                | Integer.toUnsignedLong(status);
        if (Memory.atomic(Atomic.COMPARE_SWAP, base + JobLayout.ABORT_OFFSET, 8, word, 0) != 0) return false;
        for (int k = 0; k < npes; k++) Futex.wakeAll(Futex.of(slot(k)));
        return true;
    }

    /// Requests a report of the launcher: a PE has waited for too long.
    public void requestReport() {
        Memory.atomic(Atomic.COMPARE_SWAP, base + JobLayout.REPORTED_OFFSET, 4, REQUESTED, 0);
    }

    /// Whether a PE waits for the launcher's report.
    public boolean isReportRequested() {
        return Memory.getIntVolatile(base + JobLayout.REPORTED_OFFSET) == REQUESTED;
    }

    /// The launcher has printed its report, so PEs whose time is over may throw. Only the launcher calls this, and a
    /// JVM to which PE 0's host has sent that.
    public void reported() {
        Memory.setIntVolatile(base + JobLayout.REPORTED_OFFSET, REPORTED);
    }

    /// Whether the launcher has printed its report.
    public boolean isReported() {
        return Memory.getIntVolatile(base + JobLayout.REPORTED_OFFSET) == REPORTED;
    }

    /// Returns the PE that was the first to fail with a stack trace of this hash. The result is `pe` itself, which
    /// then prints the trace, if no PE has failed with this trace or the table is full.
    public int firstWithTrace(int hash, int pe) {
        long own = (long) hash << TRACE_SHIFT | pe + 1;
        for (int k = 0; k < JobLayout.TRACES; k++) {
            long at = base + JobLayout.TRACES_OFFSET + (long) k * Long.BYTES;
            long old = Memory.atomic(Atomic.COMPARE_SWAP, at, 8, own, 0);
            if (old == 0) return pe;
            if (old >> TRACE_SHIFT == hash) return (int) (old & (1 << TRACE_SHIFT) - 1) - 1;
        }
        return pe;
    }

    /// The address of a PE's control slot.
    public long slot(int pe) {
        return base + JobLayout.slotOffset(pe);
    }

    /// Wakes a PE that sleeps on these bytes of its region. For a writer that is not a PE, after a full fence that
    /// has made the bytes visible.
    public void wake(int pe, long offset, long bytes) {
        Futex.wake(slot(pe), offset, bytes);
    }

    /// The state of a PE.
    public PeState state(int pe) {
        return code(STATES, Memory.getIntVolatile(slot(pe) + JobLayout.STATE_OFFSET));
    }

    /// Whether a PE of the job has not started yet, on any host.
    public boolean isStarting() {
        int k = started;
        while (k < npes && state(k) != PeState.STARTING) k++;
        started = k;
        return k < npes || hosts.count() > 0 && hosts.key() == 0;
    }

    /// Sets the state of a PE.
    public void state(int pe, PeState state) {
        Memory.setIntVolatile(slot(pe) + JobLayout.STATE_OFFSET, state.ordinal());
    }

    /// Makes this process a PE. Returns false if a process, this one or another, is that PE already.
    public boolean claim(int pe) {
        long pid = KernelFile.pid();
        if (Memory.atomic(Atomic.COMPARE_SWAP, slot(pe) + JobLayout.PID.at(), 8, pid, 0) != 0) return false;
        Memory.setLongRelease(slot(pe) + JobLayout.BORN_OFFSET, Liveness.own()); // pairs with the acquire in isGone()
        return true;
    }

    /// Whether the process of this PE has ended while the PE's state was still RUNNING.
    public boolean isGone(int pe) {
        long born = Memory.getLongAcquire(slot(pe) + JobLayout.BORN_OFFSET);
        return born != 0 && state(pe) == PeState.RUNNING && Liveness.isGone(get(pe, JobLayout.PID), born);
    }

    /// The core that a PE has published, or -1 for none.
    public int core(int pe) {
        return Memory.getInt(slot(pe) + JobLayout.CORE_OFFSET) - 1;
    }

    /// Publishes the core of a PE, or -1 for none.
    public void core(int pe, int core) {
        Memory.setInt(slot(pe) + JobLayout.CORE_OFFSET, core + 1);
    }

    /// Records that a PE begins its session, with its process and the time.
    public void started(int pe, long pid) {
        Memory.setLong(slot(pe) + JobLayout.PID.at(), pid);
        Memory.setLong(slot(pe) + JobLayout.STARTED.at(), System.nanoTime());
        state(pe, PeState.RUNNING);
    }

    /// Whether a PE has begun a session and not ended it.
    public boolean isUnfinalized(int pe) {
        boolean began = get(pe, JobLayout.STARTED) != 0;
        return began && (state(pe) == PeState.RUNNING || state(pe) == PeState.LEFT);
    }

    /// The time since which a PE has been in a long wait, in nanoseconds of the machine's clock; 0 if it is in none.
    public long waitsSince(int pe) {
        return Memory.getLongAcquire(slot(pe) + JobLayout.WAIT_SINCE_OFFSET);
    }

    /// A PE has called `System.exit`; of a PE with its own process, one that had not finalized.
    public void exits(int pe) {
        Memory.setIntVolatile(slot(pe) + JobLayout.EXITED_OFFSET, 1);
    }

    /// Whether a PE has called `System.exit`.
    public boolean hasExited(int pe) {
        return Memory.getIntVolatile(slot(pe) + JobLayout.EXITED_OFFSET) != 0;
    }

    /// The PE that ends the job has written all of its output, and its JVM runs on.
    public void written(int pe) {
        Memory.setIntVolatile(slot(pe) + JobLayout.WRITTEN_OFFSET, 1);
    }

    /// Whether a PE has written all of its output, and its JVM runs on.
    public boolean hasWritten(int pe) {
        return Memory.getIntVolatile(slot(pe) + JobLayout.WRITTEN_OFFSET) != 0;
    }

    /// Records that a PE of another host has begun: periods that count from the start of all PEs count from this
    /// call on.
    public void startedElsewhere(int pe) {
        Memory.setLong(slot(pe) + JobLayout.STARTED.at(), System.nanoTime());
        state(pe, PeState.ELSEWHERE);
    }

    /// Records that a PE has failed, which ends the job for all others. Only the launcher calls it.
    public void fail(int pe, int status) {
        state(pe, PeState.FAILED);
        abort(Abort.FAILED, status, pe);
    }
}
