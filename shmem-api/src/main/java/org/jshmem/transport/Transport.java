// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.List;
import org.jshmem.ThreadLevel;

/// A backend as one PE has it: the PE's number, its access to others' memory, addresses, waits, and the end of the
/// job. A [Channel] moves bytes.
///
/// `pe` is a number in the job, and `offset` counts bytes from the start of that PE's region.
///
/// A backend has to implement seven methods, marked as duties. All others have a default that is correct where PEs are
/// threads of one JVM with addresses for each other; a backend of another kind replaces them.
public interface Transport {

    // who and where

    /// Duty: returns the number of this PE.
    int pe();

    /// Duty: returns the number of PEs of the job.
    int npes();

    /// The access that this PE has to that PE's memory. It does not change while the job runs.
    default Reach reach(int pe) {
        if (pe == pe()) return Reach.SELF;
        Topology topology = topology();
        return topology.host(pe) == topology.host(pe()) ? Reach.LOAD_STORE : Reach.RMA;
    }

    /// The hosts, JVMs and cores of the job's PEs.
    default Topology topology() {
        return Topology.oneJvm(npes(), Runtime.getRuntime().availableProcessors());
    }

    /// Name of the machine for reports: `host`, or that of the simulated machine. No decision depends on it.
    default String machine() {
        return "host";
    }

    /// The level at which threads of a PE may call. It is below `MULTIPLE` only if one thread represents the PE.
    default ThreadLevel threadLevel() {
        return virtualTime() ? ThreadLevel.FUNNELED : ThreadLevel.MULTIPLE;
    }

    /// Limits every wait to this time, as the program requests, unless the job has a limit already. A machine in
    /// virtual time has its own ways to find waits that never end.
    default void limitWaits(long nanos) {}

    /// Whether time is virtual: operations advance it by their modelled cost, not by the time that they take on
    /// this host.
    default boolean virtualTime() {
        return false;
    }

    /// The recorder of the program's calls and objects; null if the job is not recorded.
    default Observer observer() {
        return null;
    }

    // memory

    /// Duty: returns the bytes of every PE's region.
    long regionBytes();

    /// The memories that form a region, from offset 0 on; the first one is the heap.
    default List<MemorySpace> spaces() {
        return List.of(MemorySpace.heap(regionBytes()));
    }

    /// Makes bytes of this PE's region usable, and at least the first `zeroed` of them zero. The others are a buffer
    /// that its users write before they read it. Throws `SymmetricHeapException` if there is no memory for them.
    default void back(long offset, long bytes, long zeroed) {
        Memory.zero(address(pe(), offset), zeroed);
    }

    /// Duty: returns the address of a byte, which is valid as long as the job. `pe` is a PE whose memory this PE can
    /// load and store, or this PE.
    long address(int pe, long offset);

    /// The direct accesses of this PE.
    default DirectAccess direct() {
        return new AddressedMemory(this);
    }

    /// Duty: returns the default channel, which the default context and the collectives use. Any thread of the PE may
    /// use it.
    Channel channel();

    /// Opens another channel, whose fence and quiet wait for its own operations alone. Returns the default channel
    /// if fence and quiet cost nothing.
    default Channel open() {
        return channel();
    }

    // waiting

    /// Duty: waits until a wait about these bytes of this PE's region holds. This PE's thread looks, or one that
    /// runs several PEs by turns, again after each change of these bytes, and now and then. Returns false if the
    /// deadline came first.
    boolean await(long offset, long bytes, Wait wait);

    /// Waits for a flag of the library after this PE's earlier operations. Until its next [#await] the PE only signals
    /// and waits for flags in this way, so a backend may return earlier, and wait when the PE does something else.
    default void awaitLater(FlagWait flag) {
        flag.pass();
    }

    /// The number of loads of a word of this PE with which a wait for it may begin, before its object is made. An
    /// object for a wait of less than a microsecond costs as much as the wait. 0 if the backend has to see all
    /// looks.
    default int spins() {
        return 0;
    }

    // time

    /// The backend's clock in nanoseconds.
    default long nanoTime() {
        return System.nanoTime();
    }

    /// Waits for this time on the backend's clock.
    default void sleep(long nanos) {
        String what = "for a sleep of %d ms to end".formatted(nanos / 1_000_000);
        await(0, 1, new Wait(_ -> what, () -> false, nanoTime() + nanos, true));
    }

    // life

    /// This PE begins a session.
    default void enter() {}

    /// This PE has left its last finalize. It may begin another session with [#enter].
    default void leave() {}

    /// This PE's process is about to end, although the PE has not left its last finalize.
    default void exits() {}

    /// Duty: ends the job: the present or next wait of every PE throws. `why` is null for a global exit of the program.
    /// Never returns: it ends the process, or throws if PEs are threads. It is declared to return an error so that
    /// callers can throw it.
    Error abort(int status, Throwable why);
}
