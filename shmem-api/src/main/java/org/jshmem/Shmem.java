// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;
import java.util.List;

/// One PE's access to OpenSHMEM: its number, its symmetric heap, its teams and its ordering.
///
/// A job is one program that N PEs (processing elements) run. Start here: run, allocate, put, wait, reduce.
///
/// ```java
/// public static void main(String[] args) {
///     Shmem.run(args, (sh, a) -> {                           // on every PE
///         SymLongs box = sh.longs(1);                        // one long on every PE
///         box.p(0, sh.myPe(), (sh.myPe() + 1) % sh.nPes());  // write my number to the next PE
///         sh.barrierAll();                                   // all writes are there
///         System.out.println("PE " + sh.myPe() + " received " + box.get(0));
///     });
/// }
/// ```
///
/// **Lifecycle.** [#run] joins the job, runs the body and leaves the job; afterwards the JVM goes on, and may
/// run another body. [#init()] and [#close()] are the two halves: collective, and counted. A second `init`
/// gives another handle of the same session, a handle is dead after its own `close`, and the session ends with
/// the last one. An exception that leaves `try (Shmem sh = Shmem.init())` closes the handle first: the PE then
/// meets the other PEs in `close`, and they throw [CollectiveMismatchException]. [#run] ends the job at once.
/// Without the launcher a program is a job of one PE. An uncaught exception ends the whole job
/// with status 1; `System.exit(k)` and [#globalExit] end it with status `k`.
///
/// **Collective** calls are made by all PEs in the same order with the same arguments, and wait for each other.
/// Never make one under a condition that differs between PEs, such as `if (sh.myPe() == 0)`. If calls differ,
/// all PEs throw [CollectiveMismatchException].
///
/// **Ordering.** Puts, atomics and signals of this handle and its objects belong to the default context. Other
/// contexts come from [#ctx].
///
/// | call | waits for other PEs | completes this PE's puts | use it |
/// |-|-|-|-|
/// | [#fence] | no | no: orders them, for each PE | between data and a flag for the same PE |
/// | [#quiet()] | no | yes | before a signal to a third PE |
/// | [#syncAll] | yes | no | after `quiet`, or for own plain stores |
/// | [#barrierAll] | yes | yes | between phases |
///
/// **Errors.** A handle that is closed throws `IllegalStateException`. A call that waits for another PE throws
/// [PeerFailedException] if a PE fails, and [ShmemTimeoutException] after the job's `--timeout`. The package's page
/// lists those after which the job can go on, and the calls that an interrupt ends.
///
/// **Threads.** [#threadLevel] names the threads of a PE that may call. Handles, arrays, signals and locks may
/// then be shared between threads; a team's collectives take one thread at a time, and a [Ctx] may forbid others.
public interface Shmem extends AutoCloseable {
    /// The value of the words of a `pSync` that is not in use.
    long SYNC_VALUE = -1;

    /// Runs a program as this PE: joins the job, runs the body, leaves the job. **Collective**. Start the program by
    /// `oshrun -np 4 Program.java`, and each of four PEs makes this call; plain `java` runs one PE. Returns when
    /// the body has ended on this PE and all PEs have arrived at the end. An uncaught `Throwable` of the body
    /// ends the whole job and names the PE; the call does not return then. Takes its configuration from
    /// launcher and environment, else [Config#DEFAULT].
    ///
    /// With `-Djshmem.pes=4` among the options of `java` and without a launcher, the body runs as four PEs that are
    /// threads of this JVM, as [#runInProcess] runs it: for an IDE's Run button. [#globalExit] ends the JVM.
    ///
    /// @param args handed to the body
    /// @param body the program that each PE runs
    static void run(String[] args, Program body) {
        run(args, Config.DEFAULT, body);
    }

    /// Runs a program as [#run(String\[\], Program)] does, with the program's settings.
    ///
    /// @param args passed to the body
    /// @param config settings of the program; launcher and environment win over them
    /// @param body the program that each PE runs
    static void run(String[] args, Config config, Program body) {
        ShmemProvider.get().run(args, config, body);
    }

    /// Runs a body on `npes` PEs that are platform threads of this JVM, over the real backend: for debuggers
    /// and unit tests. Returns when all PEs have ended.
    ///
    /// The PEs share the static fields of the program, unlike in every other mode. The body's `args` are empty.
    /// `globalExit(0)` ends the PEs and returns; another status is thrown as a failure.
    ///
    /// @param npes number of PEs, each a thread of this JVM
    /// @param body the program that each PE runs
    /// @throws RuntimeException the first failure of a PE, with those of others suppressed in it. An `Error` is
    ///     thrown unchanged, a checked exception as the cause of an `IllegalStateException`.
    static void runInProcess(int npes, Program body) {
        runInProcess(npes, Config.DEFAULT, body);
    }

    /// Runs as [#runInProcess(int, Program)] does, with heap size and longest wait of `config`, unless variables do.
    static void runInProcess(int npes, Config config, Program body) {
        ShmemProvider.get().runInProcess(npes, config, body);
    }

    /// Joins the job that the launcher started this PE for; without a launcher, a job of one PE.
    /// **Collective**. A further call while the session lasts only counts, and does not wait.
    ///
    /// @return a handle of the session, to be closed once
    /// @throws IllegalArgumentException if the environment is wrong; the message names the variable
    static Shmem init() {
        return init(Config.DEFAULT);
    }

    /// Joins a session as [#init()] does, with the program's configuration, if it is the first `init` of a session.
    ///
    /// @throws IllegalStateException inside [#runInProcess(int, Config, Program)], where the job already
    ///         exists, if `config` asks for a larger heap than the job has. A timeout counts if the job has none.
    static Shmem init(Config config) {
        return ShmemProvider.get().init(config);
    }

    /// {@return whether this PE is between its first `init` and the matching last `close`} Callable at any time.
    static boolean isInitialized() {
        return ShmemProvider.get().isInitialized();
    }

    /// {@return this PE's number in the world team, from 0 to `nPes() - 1`}
    int myPe();

    /// {@return the number of PEs of the job}
    int nPes();

    /// {@return the team of all PEs}
    Team world();

    /// {@return the team of the PEs whose memory this PE can load and store: those of its host}
    Team shared();

    /// {@return the thread level, for every request: `MULTIPLE` on a real machine, `FUNNELED` on a simulated one}
    ThreadLevel threadLevel();

    /// {@return the library's name}
    String name();

    /// {@return the machine that the job runs on: `real`, or the name of a simulated one, such as `knc`}
    String machine();

    /// {@return whether time is virtual, as on a simulated machine: [#nanoTime()] then advances by the
    /// modelled cost of calls, and by computation that [#compute] declares}
    boolean virtualTime();

    /// {@return the version of the OpenSHMEM specification that the library implements}
    Version specVersion();

    /// Completes this PE's puts, atomics and signals of the default context on all PEs, then waits until all
    /// PEs have arrived: afterwards every PE sees all earlier stores, and all earlier operations of the default
    /// context. It does not complete other contexts: call [Ctx#quiet()] before. **Collective**.
    void barrierAll();

    /// Waits until all PEs have arrived; own plain stores are visible to them afterwards. Does not complete
    /// puts: call [#quiet()] before, or [#barrierAll]. **Collective**.
    void syncAll();

    /// Orders this PE's puts, atomics and signals of the default context, and its stores: each PE sees those
    /// before the fence before those after it. Does not wait, does not order deliveries to different PEs, and
    /// does not order the values that `getNbi` fetches.
    void fence();

    /// Waits until this PE's puts, atomics and signals of the default context, and its `Nbi` transfers, are
    /// complete and visible to all PEs. Not collective.
    void quiet();

    /// Waits as [#quiet()] does, for the operations towards these PEs only. Without a PE it returns at once.
    ///
    /// @throws IndexOutOfBoundsException if a PE does not exist
    void quiet(int... pes);

    /// Ends the whole job with this exit status, also while other PEs compute or wait. Never returns; write
    /// `throw sh.globalExit(3)` so that the compiler accepts it as the end of a path.
    ///
    /// @param status exit status, from 0 to 255; of another number the lowest byte counts, and 1 if that byte is 0
    /// @return nothing: the call does not return
    Error globalExit(int status);

    /// {@return whether PE `pe` exists; never throws}
    ///
    /// @param pe any number
    boolean peAccessible(int pe);

    /// Sets `level`, the level of profiling: 0 and below off, 1 on, 2 flushes what was gathered. Each
    /// [ShmemListener] of this PE gets it before the call returns; without one the call does nothing. Not
    /// collective.
    ///
    /// @param level level of profiling
    /// @throws IllegalStateException if the handle is closed
    void pcontrol(int level);

    /// {@return the time of the backend's clock in nanoseconds: real, or virtual on a simulated machine,
    /// where `System.nanoTime()` is of no use} Only differences are meaningful.
    long nanoTime();

    /// Waits for `duration` of the backend's time, real or virtual.
    ///
    /// @param duration time to wait; zero or less returns at once
    /// @throws ShmemInterruptedException if the thread is interrupted meanwhile
    /// @throws PeerFailedException if another PE fails meanwhile
    void sleep(Duration duration);

    /// Declares `work`, the computation of the program that surrounds this call. A simulated machine adds its modelled
    /// time; a real machine ignores it.
    ///
    /// @param work counts of operations and bytes since the last declaration
    void compute(Work work);

    /// {@return the memory `name` of this machine: `heap` on every machine, `on-chip` on the machine `scc`}
    ///
    /// @param name name of a memory, one of those of [#spaces]
    /// @throws IllegalArgumentException if this machine has no such memory; the message lists its names
    Space space(String name);

    /// {@return the memories of this machine, `heap` first}
    List<Space> spaces();

    /// Allocates a zeroed symmetric array of `length` bytes on every PE. **Collective**: all PEs make the same
    /// call; barrier on exit. A length of 0 gives an empty object and does not synchronise.
    ///
    /// @param length size on each PE, in bytes; 0 gives an empty object
    /// @return the array, zeroed on every PE
    /// @throws SymmetricHeapException on every PE, if the heap has no room. Its message has the `--heap` that
    ///         is needed. The heap stays as it was and the job can go on
    /// @throws CollectiveMismatchException on every PE, if the calls differ
    /// @throws IllegalArgumentException if `length` is negative
    default SymBytes bytes(long length) {
        return space("heap").bytes(length);
    }

    /// Allocates `length` shorts, all 0, on every PE; all PEs make the same call, as [#bytes] does. **Collective**.
    default SymShorts shorts(long length) {
        return space("heap").shorts(length);
    }

    /// Allocates `length` ints, all 0, on every PE; all PEs make the same call, as [#bytes] does. **Collective**.
    default SymInts ints(long length) {
        return space("heap").ints(length);
    }

    /// Allocates `length` longs, all 0, on every PE; all PEs make the same call, as [#bytes] does. **Collective**.
    default SymLongs longs(long length) {
        return space("heap").longs(length);
    }

    /// Allocates `length` floats, all 0, on every PE; all PEs make the same call, as [#bytes] does. **Collective**.
    default SymFloats floats(long length) {
        return space("heap").floats(length);
    }

    /// Allocates `length` doubles, all 0, on every PE; all PEs make the same call, as [#bytes] does. **Collective**.
    default SymDoubles doubles(long length) {
        return space("heap").doubles(length);
    }

    /// Allocates zeroed symmetric memory of `bytes` bytes on every PE, aligned for every element type.
    /// **Collective**, as [#bytes].
    ///
    /// @param bytes size on each PE, in bytes; 0 gives an empty object
    /// @return the memory, zeroed on every PE
    default SymMem mem(long bytes) {
        return space("heap").mem(bytes);
    }

    /// Allocates bytes as [#mem(long)] does, with offset and address aligned to `align` bytes, a power of two from 8
    /// to 2 MiB, on every PE. **Collective**, as [#bytes].
    ///
    /// @throws IllegalArgumentException if `align` is not a power of two from 8 to 2 MiB
    default SymMem mem(long bytes, long align) {
        return space("heap").mem(bytes, align);
    }

    /// {@return a zeroed 64-bit signal word on every PE, on a cache line of its own} **Collective**, as [#bytes].
    default Signal signal() {
        return space("heap").signal();
    }

    /// Allocates `count` zeroed signal words on every PE, each on a cache line of its own. **Collective**, as [#bytes].
    ///
    /// @param count number of signals
    /// @return the signals, each an object of its own; none for a count of 0
    /// @throws IllegalArgumentException if `count` is negative
    default Signal[] signals(int count) {
        return space("heap").signals(count);
    }

    /// {@return a new lock that no PE holds} **Collective**, as [#bytes].
    ShmemLock lock();

    /// {@return a new mailbox with 64 KiB for each sender, or, with more than 16 PEs, an equal part of 1 MiB} At least
    /// 1 KiB. **Collective**, as [#mailbox(long)].
    default Mailbox mailbox() {
        return mailbox((long) nPes() * Math.clamp((1 << 20) / nPes(), 1 << 10, 64 << 10));
    }

    /// {@return a new mailbox whose rings take `bytes` bytes, on the chip or of the heap} **Collective**, as [#bytes].
    ///
    /// @param bytes room on each PE, in equal parts for all senders: at least 256 bytes each
    Mailbox mailbox(long bytes);

    /// Frees all these objects at one meeting of the PEs: as [Symmetric#free] of each, in this order. **Collective**.
    /// Throws before anything is freed where an object is a slice, was freed already, or is listed twice.
    ///
    /// @param objects objects to free, in the same order on every PE
    void freeAll(Symmetric... objects);

    /// {@return the bytes of each PE's symmetric heap: the size asked for, rounded up to a page}
    default long heapSize() {
        return space("heap").size();
    }

    /// {@return the bytes of this PE's heap that are allocated now, padding included}
    default long heapUsed() {
        return space("heap").used();
    }

    /// {@return the bytes of the largest block that an allocation could still get}
    default long largestFree() {
        return space("heap").largestFree();
    }

    /// Makes a context of the world team with these `options`: puts, atomics and signals through it are ordered
    /// and completed by its own fence and quiet. Not collective.
    ///
    /// @param options promises of the program about its use of the context; none for any use
    /// @return the context, to be closed by this PE; `close` of the session ends it too
    default Ctx ctx(Ctx.Option... options) {
        return world().ctx(options);
    }

    /// Returns the active set of OpenSHMEM 1.0 programs as a team: PEs `start + k * 2^logStride` for `k <
    /// size`, this PE among them.
    ///
    /// **Collective** over the set alone: the first call makes the team, in the words of `pSync`, which hold
    /// [#SYNC_VALUE] on every PE before and after. The team lives as long as the session. A PE can be in any number
    /// of active sets: if it is in 63 teams already, the team is made for one collective call and closes with that
    /// call, so a program requests it before each call. New programs split teams instead.
    ///
    /// @param start number of the set's first PE in the world team
    /// @param logStride logarithm to base 2 of the distance between the set's PEs
    /// @param size number of PEs in the set
    /// @param pSync at least 8 longs, with [#SYNC_VALUE] in each
    /// @return the set as a team, equal for equal arguments
    /// @throws IllegalArgumentException if a PE does not exist, this PE is not in the set, or `pSync` is wrong
    /// @throws IllegalStateException if the team is for one call, and another such team of some PE is still open
    Team activeSet(int start, int logStride, int size, SymLongs pSync);

    /// Leaves the job (finalize). **Collective** and counted: completes this PE's operations of all contexts and waits
    /// for all PEs; the last one ends the session. A second close of a handle does nothing.
    @Override
    void close();
}
