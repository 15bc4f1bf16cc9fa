// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;
import java.util.List;

/// One PE's way into OpenSHMEM: who it is, its symmetric heap, its teams, its ordering.
///
/// ```java
/// public static void main(String[] args) {
///     Shmem.run(args, (sh, a) -> {
///         SymLongs box = sh.longs(1);
///         box.p(0, sh.myPe(), (sh.myPe() + 1) % sh.nPes());
///         sh.barrierAll();
///         System.out.println("PE " + sh.myPe() + " was told " + box.get(0));
///     });
/// }
/// ```
///
/// **Lifecycle.** [#init()] and [#close()] are collective and counted: a second `init` gives another handle of the
/// same session, a handle is dead after its own `close`, and the session ends with the last one.
///
/// **Ordering.** Puts, atomics and signals of this handle belong to the default context: [#fence()] orders
/// them, and [#quiet()] completes them. Other contexts come from [#ctx].
///
/// **Collective** calls are made by all PEs in the same order with the same arguments, and wait for each other.
/// Where they differ, all of them throw [CollectiveMismatchException].
///
/// **Waiting.** Whatever waits for another PE ends by a [PeerFailedException] when a PE fails meanwhile, and by
/// a [ShmemTimeoutException] when it takes longer than `--timeout` allows.
///
/// **Errors.** A handle that is closed throws `IllegalStateException`.
public interface Shmem extends AutoCloseable {

    /// What the words of a `pSync` hold while it is not in use.
    long SYNC_VALUE = -1;

    /// Runs a program as this PE: init, body, finalize. An uncaught `Throwable` of the body aborts the job and names
    /// the PE.
    static void run(String[] args, Program body) {
        ShmemProvider.get().run(args, body);
    }

    /// Runs a body on `npes` PEs that are threads of this JVM over the real backend: for debuggers and unit tests.
    /// Returns when all PEs have ended; the first failure is thrown, with the others suppressed in it.
    static void runInProcess(int npes, Program body) {
        runInProcess(npes, Config.DEFAULT, body);
    }

    /// As [#runInProcess(int, Program)], with heaps and a longest wait of this configuration, unless the environment
    /// says otherwise.
    static void runInProcess(int npes, Config config, Program body) {
        ShmemProvider.get().runInProcess(npes, config, body);
    }

    /// Joins the job that the launcher started this PE for; without a launcher, a job of one PE. Collective;
    /// another one while the session lasts is counted only and waits for nobody.
    static Shmem init() {
        return init(Config.DEFAULT);
    }

    /// As [#init()], with what the program asks for. The first `init` of a session decides; later ones are counted
    /// only. In [#runInProcess(int, Config, Program)] the job is there before: what it has not is refused.
    static Shmem init(Config config) {
        return ShmemProvider.get().init(config);
    }

    /// Whether this PE is between its first `init` and the matching last `close`. Callable at any time.
    static boolean isInitialized() {
        return ShmemProvider.get().isInitialized();
    }

    /// This PE's number in the world team, from 0 to `nPes() - 1`.
    int myPe();

    /// How many PEs the job has.
    int nPes();

    /// The team of all PEs.
    Team world();

    /// The team of the PEs whose memory this one can load and store: those of its host.
    Team shared();

    /// The thread level provided: `MULTIPLE` on a real machine whatever was asked for, `FUNNELED` on a simulated one.
    ThreadLevel threadLevel();

    /// The library's name.
    String name();

    /// The machine the job runs on: `host`, or the name of the simulated one.
    String machine();

    /// Whether time is virtual: [#nanoTime()] then advances by what is priced, and computation counts where it is
    /// declared by [#compute].
    boolean virtualTime();

    /// The version of the OpenSHMEM specification that is implemented.
    Version specVersion();

    /// Completes this PE's puts and atomics of the default context everywhere, then waits until all PEs have done so.
    /// Collective.
    void barrierAll();

    /// Waits until all PEs have arrived; own stores are visible to them. Puts need a [#quiet()] before. Collective.
    void syncAll();

    /// Puts, atomics and signals before the fence are delivered to each PE before those after it.
    void fence();

    /// As [#fence()], and everything before it is complete and visible to all PEs on return.
    void quiet();

    /// As [#quiet()], for the operations towards the listed PEs only. No PE listed: returns at once.
    void quiet(int... pes);

    /// Ends the whole job with this status, whatever the other PEs are doing. Never returns; `throw sh.globalExit(3)`
    /// tells the compiler so.
    Error globalExit(int status);

    /// Whether this PE number exists; false, never an exception, for one that does not.
    boolean peAccessible(int pe);

    /// Sets the level of profiling: 0 and below off, 1 on, 2 flushes what was gathered, above that for tools.
    void pcontrol(int level);

    /// The backend's clock: nanoseconds of a real clock, or virtual ones in the simulator. Only differences mean
    /// anything.
    long nanoTime();

    /// Waits in the backend's own time.
    void sleep(Duration duration);

    /// Declares computation that the program does beside this call: free on a real backend, priced in the simulator.
    void compute(Work work);

    /// A memory of this machine by name: `heap` everywhere; `IllegalArgumentException` with the known ones for
    /// another.
    Space space(String name);

    /// The memories of this machine, `heap` first.
    List<Space> spaces();

    /// A zeroed symmetric array of `n` bytes. Collective, the same call on every PE, barrier on exit; `n == 0`
    /// is an empty object and does not synchronise. Where the heap has no room, all PEs throw
    /// [SymmetricHeapException], which says how large it should be, and the heap stays as it was. This holds
    /// for all factories below.
    SymBytes bytes(long n);

    /// A zeroed symmetric array of `n` shorts.
    SymShorts shorts(long n);

    /// A zeroed symmetric array of `n` ints.
    SymInts ints(long n);

    /// A zeroed symmetric array of `n` longs.
    SymLongs longs(long n);

    /// A zeroed symmetric array of `n` floats.
    SymFloats floats(long n);

    /// A zeroed symmetric array of `n` doubles.
    SymDoubles doubles(long n);

    /// Zeroed symmetric memory of so many bytes, aligned for every element type.
    SymMem mem(long bytes);

    /// As [#mem(long)], aligned to a power of two of at least 8: the offset and the address on every PE.
    SymMem mem(long bytes, long align);

    /// One zeroed 64-bit signal word on a cache line of its own.
    Signal signal();

    /// `k` zeroed signal words, each on a cache line of its own.
    Signal[] signals(int k);

    /// A lock that is free.
    ShmemLock lock();

    /// Bytes of each PE's symmetric heap: at least what was asked for, rounded up to a page.
    long heapSize();

    /// Bytes that are allocated now, with what alignment costs.
    long heapUsed();

    /// The largest block that an allocation could still get.
    long largestFree();

    /// A context of the world team: puts, atomics and signals through it are ordered and completed on their own.
    Ctx ctx(Ctx.Option... options);

    /// The active set of 1.0 programs as a team: PEs `start + k * 2^logStride` for `k < size`, this PE among them.
    ///
    /// **Collective** over the set alone: the first call makes the team, in the words of `pSync`, which hold
    /// [#SYNC_VALUE] on every PE before and after. The team lives as long as the session. New programs split teams
    /// instead.
    Team activeSet(int start, int logStride, int size, SymLongs pSync);

    /// Finalize: collective, counted; the last one ends the session.
    @Override
    void close();
}
