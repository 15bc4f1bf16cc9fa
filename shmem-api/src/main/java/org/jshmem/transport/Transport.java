// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.ThreadLevel;
import org.jshmem.Work;

/// One PE's view of a backend: moving bytes, ordering them, waiting for them.
///
/// `pe` is a number in the job, `offset` counts bytes from the start of that PE's region, `width` is 1, 2, 4 or 8 bytes
/// and a compile-time constant at every call site, so that it costs nothing. Values travel as `long`, sign-extended.
///
/// **Completion.** `put`, `store` and `copy` return when their source may be reused; `quiet` completes them.
/// `get`, `load` and `atomic` return with their result.
public interface Transport {

    /// This PE.
    int pe();

    /// PEs of the job.
    int npes();

    /// Bytes of every PE's region.
    long regionBytes();

    /// Whether PEs outnumber the cores they run on, so that whoever spins keeps another PE from running.
    boolean crowded();

    /// Name of the machine for reports: `host`, or the simulated one.
    String machine();

    /// Which threads of a PE may call; less than `MULTIPLE` only where one thread stands for the PE.
    default ThreadLevel threadLevel() {
        return ThreadLevel.MULTIPLE;
    }

    /// Makes own bytes usable and zero. Throws `SymmetricHeapException` when the memory behind them cannot be had.
    void zero(long offset, long bytes);

    /// Stores the low `width` bytes of a value; seen whole when aligned.
    void store(int pe, long offset, int width, long value);

    /// Loads `width` bytes; seen whole when aligned.
    long load(int pe, long offset, int width);

    /// Copies from private memory.
    void put(int pe, long offset, MemorySegment src, long from, long bytes);

    /// Copies to private memory.
    void get(int pe, long offset, MemorySegment dst, long to, long bytes);

    /// Copies between two regions, one of which is usually this PE's.
    void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes);

    /// Changes an aligned 4- or 8-byte word atomically and returns what it was. A full barrier on a real backend.
    long atomic(Atomic op, int pe, long offset, int width, long operand, long expected);

    /// Sets an aligned 8-byte flag: a release of everything this PE did before, and a wake-up of who awaits it.
    void signal(int pe, long offset, long value);

    /// The address of a byte for direct loads and stores, valid as long as the job; 0 where the PE's memory is
    /// out of reach.
    long address(int pe, long offset);

    /// Declares direct loads (or `stores`) through [#address] of so many bytes, made right after this call: free on a
    /// real backend, priced in the simulator. Direct stores that others await end with a [#signal].
    void touch(int pe, long offset, long bytes, boolean stores);

    /// Declares a direct copy through [#address], made right after this call, as [#touch] declares loads or stores
    /// alone: free on a real backend.
    default void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {}

    /// Orders this PE's updates at each target.
    void fence();

    /// Completes this PE's updates everywhere.
    void quiet();

    /// Waits until the word at `offset` of `pe` compares so with `value`: an acquire. False when the watch's deadline
    /// came first. `pe` is another one only where its memory can be addressed.
    boolean await(int pe, long offset, int width, Cmp cmp, long value, Watch watch);

    /// Waits until an 8-byte word that only grows has come to `value`, and returns what it was then: a second look
    /// would have to fetch it again where its writer has gone on meanwhile. Less than `value` when the watch's
    /// deadline came first.
    default long awaitGrown(int pe, long offset, long value, Watch watch) {
        await(pe, offset, 8, Cmp.GE, value, watch);
        return load(pe, offset, 8);
    }

    /// Waits until a condition over own bytes in the range holds; it is evaluated by this PE's thread, again after each
    /// change of the range. False when the watch's deadline came first.
    boolean awaitAny(long offset, long bytes, Condition condition, Watch watch);

    /// What [#awaitAny] waits for.
    @FunctionalInterface
    interface Condition {

        /// Whether it holds now; reads own memory through [Transport#load].
        boolean holds();
    }

    /// The backend's clock in nanoseconds.
    long nanoTime();

    /// Waits in the backend's time.
    void sleep(long nanos);

    /// Declares computation.
    void compute(Work work);

    /// Ends the job: every PE's next or present wait throws. `why` is null when the program asked for it (global
    /// exit). Never returns: ends the process, or throws where PEs are threads. Declared to return an error so that
    /// callers can throw it.
    Error abort(int status, Throwable why);

    /// This PE begins a session.
    void enter();

    /// This PE has left its last finalize; it may come back with another [#enter].
    void leave();
}
