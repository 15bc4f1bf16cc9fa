// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.ThreadLevel;

/// One PE's end of a backend: who it is, what others' memory is to it, where its bytes are, how it waits, how
/// it ends. What moves bytes is a [Channel].
///
/// `pe` is a number in the job, `offset` counts bytes from the start of that PE's region.
public interface Transport {

    // who and where

    /// This PE.
    int pe();

    /// PEs of the job.
    int npes();

    /// What that PE's memory is to this one. It does not change while the job runs.
    Reach reach(int pe);

    /// Where the PEs run.
    Topology topology();

    /// Name of the machine for reports: `host`, or the simulated one. Nothing is decided by it.
    default String machine() {
        return "host";
    }

    /// Which threads of a PE may call; less than `MULTIPLE` only where one thread stands for the PE.
    default ThreadLevel threadLevel() {
        return ThreadLevel.MULTIPLE;
    }

    /// The program wants no wait to be longer than this, unless the job has a limit already. A machine in virtual time
    /// has its own ways to find waits that never end.
    default void limitWaits(long nanos) {}

    /// Who has to be told of direct accesses and of computation; null where time is real.
    default Pricing pricing() {
        return null;
    }

    /// Whether time is virtual: it passes by what is priced, not by what this host does.
    default boolean virtualTime() {
        return pricing() != null;
    }

    /// Who is told what the program calls and what its objects are; null where nobody records.
    default Observer observer() {
        return null;
    }

    // memory

    /// Bytes of every PE's region.
    long regionBytes();

    /// The memories that a region consists of, from offset 0 on; the first one is the heap.
    default List<MemorySpace> spaces() {
        return List.of(MemorySpace.heap(regionBytes()));
    }

    /// Makes own bytes usable and zero. Throws `SymmetricHeapException` when the memory behind them cannot be
    /// had.
    void zero(long offset, long bytes);

    /// The address of a byte, valid as long as the job. Only of PEs within reach of loads and stores, oneself
    /// among them.
    long address(int pe, long offset);

    /// The channel of all that names no other: the default context's, and the collectives'. Any thread of the
    /// PE may use it.
    Channel channel();

    /// Another channel, whose fence and quiet wait for its own operations alone. The default one serves for all
    /// where these cost nothing.
    default Channel open() {
        return channel();
    }

    // waiting

    /// Waits until a condition over own bytes in the range holds; it is evaluated by this PE's thread, again
    /// after each change of the range. False when the deadline came first.
    boolean awaitAny(long offset, long bytes, Condition condition, Wait wait);

    /// Waits until the word at `offset` of `pe` compares so with `value`, and returns what it was then: a second
    /// look would have to fetch it again where its writer has gone on meanwhile. An acquire. When the deadline
    /// came first, the word that is returned does not compare so. `pe` is another one only within reach of loads
    /// and stores.
    ///
    /// Compared are the distances of both from `origin`: 0 where words are signed, `Long.MIN_VALUE` where they are
    /// unsigned, the value itself where a word only grows and may wrap around.
    long await(int pe, long offset, int width, Cmp cmp, long value, long origin, Wait wait);

    /// The same for a signed word: whether it came before the deadline.
    default boolean await(int pe, long offset, int width, Cmp cmp, long value, Wait wait) {
        return cmp.holds(await(pe, offset, width, cmp, value, 0, wait), value);
    }

    /// What [#awaitAny] waits for.
    @FunctionalInterface
    interface Condition {

        /// Whether it holds now; reads own memory through [Channel#load].
        boolean holds();
    }

    // time

    /// The backend's clock in nanoseconds.
    default long nanoTime() {
        return System.nanoTime();
    }

    /// Waits in the backend's time.
    void sleep(long nanos);

    // life

    /// This PE begins a session.
    default void enter() {}

    /// This PE has left its last finalize; it may come back with another [#enter].
    default void leave() {}

    /// Ends the job: every PE's next or present wait throws. `why` is null when the program asked for it (global
    /// exit). Never returns: ends the process, or throws where PEs are threads. Declared to return an error so
    /// that callers can throw it.
    Error abort(int status, Throwable why);
}
