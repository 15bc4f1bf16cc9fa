// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.HexFormat;
import java.util.Optional;
import org.jshmem.Cmp;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.shm.JobLayout.PeState;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// The control words of a job file by name: what PEs, the launcher and the inspector tell each other.
final class Control {
    private final long base;
    private final int npes;

    Control(long base, int npes) {
        this.base = base;
        this.npes = npes;
    }

    /// PEs of the job.
    int npes() {
        return npes;
    }

    /// The job's name: sixteen hexadecimal digits.
    String id() {
        return HexFormat.of().toHexDigits(Memory.getLong(base + JobLayout.JOB_ID_OFFSET));
    }

    /// Bytes of every region.
    long regionBytes() {
        return Memory.getLong(base + JobLayout.REGION_BYTES_OFFSET);
    }

    /// Bytes of every heap, at the end of its region.
    long heapBytes() {
        return Memory.getLong(base + JobLayout.HEAP_BYTES_OFFSET);
    }

    /// The longest wait in nanoseconds, or 0.
    long timeoutNanos() {
        return Memory.getLong(base + JobLayout.TIMEOUT_OFFSET);
    }

    /// Cores that the PEs share.
    int cores() {
        return Memory.getInt(base + JobLayout.CORES_OFFSET);
    }

    /// Process that made the job file.
    long launcherPid() {
        return Memory.getLong(base + JobLayout.LAUNCHER_PID_OFFSET);
    }

    /// When the job file was made, in milliseconds since 1970.
    long createdMillis() {
        return Memory.getLong(base + JobLayout.CREATED_OFFSET);
    }

    /// Why the job ends, or `NONE`. Every slow round of a wait looks here.
    Abort abort() {
        return Abort.of(Memory.getIntVolatile(base + JobLayout.ABORT_OFFSET));
    }

    /// The exit status that came with [#abort()].
    int abortStatus() {
        return Memory.getInt(base + JobLayout.ABORT_STATUS_OFFSET);
    }

    /// The PE that [#abort()] came from, or -1 for the launcher.
    int abortPe() {
        return Memory.getInt(base + JobLayout.ABORT_PE_OFFSET);
    }

    /// Ends the job, unless it ends already: the first one decides. Wakes every PE that sleeps.
    void abort(Abort why, int status, int pe) {
        if (Memory.atomic(Atomic.SWAP, base + JobLayout.ABORT_CLAIM_OFFSET, 4, 1, 0) != 0) return;
        Memory.setInt(base + JobLayout.ABORT_STATUS_OFFSET, status);
        Memory.setInt(base + JobLayout.ABORT_PE_OFFSET, pe);
        // release: pairs with the volatile load in abort(); publishes status and PE
        Memory.setIntVolatile(base + JobLayout.ABORT_OFFSET, why.ordinal());
        for (int k = 0; k < npes; k++) Bell.ring(slot(k));
    }

    /// The launcher says that its report is made: PEs whose time is over may throw.
    void reported() {
        Memory.setIntVolatile(base + JobLayout.REPORTED_OFFSET, 1);
    }

    /// Whether the launcher's report is made.
    boolean isReported() {
        return Memory.getIntVolatile(base + JobLayout.REPORTED_OFFSET) != 0;
    }

    /// Address of a PE's control slot.
    long slot(int pe) {
        return base + JobLayout.slotOffset(pe);
    }

    /// How far a PE has come.
    PeState state(int pe) {
        return PeState.of(Memory.getIntVolatile(slot(pe) + JobLayout.STATE_OFFSET));
    }

    /// Says how far a PE has come.
    void state(int pe, PeState state) {
        Memory.setIntVolatile(slot(pe) + JobLayout.STATE_OFFSET, state.ordinal());
    }

    /// The process of a PE.
    long pid(int pe) {
        return Memory.getLong(slot(pe) + JobLayout.PID_OFFSET);
    }

    /// When a PE said that it had mapped the job file, on the machine's clock.
    long startedNanos(int pe) {
        return Memory.getLong(slot(pe) + JobLayout.STARTED_OFFSET);
    }

    /// A PE says that it has mapped the job file.
    void started(int pe, long pid) {
        Memory.setLong(slot(pe) + JobLayout.PID_OFFSET, pid);
        Memory.setLong(slot(pe) + JobLayout.STARTED_OFFSET, System.nanoTime());
        state(pe, PeState.RUNNING);
    }

    /// The launcher says that a PE has failed, which ends the job for all others.
    void fail(int pe, int status) {
        Memory.setInt(slot(pe) + JobLayout.STATUS_OFFSET, status);
        state(pe, PeState.FAILED);
        abort(Abort.FAILED, status, pe);
    }

    /// What a PE waits for, if it has been waiting long enough to say so.
    Optional<String> waiting(int pe) {
        long slot = slot(pe);
        // acquire: pairs with the release in Waiting.publish
        if (Memory.getLongAcquire(slot + JobLayout.WAIT_SINCE_OFFSET) == 0) return Optional.empty();
        int home = Memory.getInt(slot + JobLayout.WAIT_PE_OFFSET);
        int cmp = Memory.getInt(slot + JobLayout.WAIT_CMP_OFFSET);
        long word = Memory.getLong(slot + JobLayout.WAIT_WORD_OFFSET);
        if (cmp < 0 || cmp >= Cmp.values().length) {
            return Optional.of("one of several words from offset %d".formatted(word));
        }
        long value = Memory.getLong(slot + JobLayout.WAIT_VALUE_OFFSET);
        return Optional.of("offset %d of PE %d to be %s %d".formatted(word, home, Cmp.values()[cmp], value));
    }
}
