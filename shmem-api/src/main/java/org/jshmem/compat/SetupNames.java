// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymMem;
import org.jshmem.Symmetric;
import org.jshmem.ThreadLevel;
import org.jshmem.Version;

/// Setup, queries, symmetric memory.
class SetupNames extends Handles {
    SetupNames() {}

    /// Joins the job, unless this PE has joined already; this session is finalized when the program ends.
    /// `npes` is ignored.
    ///
    /// @param npes ignored: the launcher decides
    public static void start_pes(int npes) {
        Current.start();
    }

    /// Joins the job; needs its [#shmem_finalize].
    public static void shmem_init() {
        Shmem.init();
    }

    /// Joins the job and stores the thread level that it provides in `provided[0]`. Returns 0.
    ///
    /// @param requested one of `SHMEM_THREAD_SINGLE` and the other levels
    /// @param provided gets the thread level in element 0
    /// @return 0
    public static int shmem_init_thread(int requested, int[] provided) {
        ThreadLevel[] levels = ThreadLevel.values();
        ThreadLevel level = levels[Math.clamp(requested, 0, levels.length - 1)];
        Shmem.init(new Config(0, level, Duration.ZERO));
        shmem_query_thread(provided);
        return 0;
    }

    /// Stores the thread level that the job provides in `provided[0]`.
    ///
    /// @param provided gets the thread level in element 0
    public static void shmem_query_thread(int[] provided) {
        provided[0] = Current.pe().threadLevel().ordinal();
    }

    /// Stores 1 in `initialized[0]` if this PE is between its first init and the matching last finalize, else
    /// 0. Callable at any time.
    ///
    /// @param initialized gets 0 or 1 in element 0
    public static void shmem_query_initialized(int[] initialized) {
        initialized[0] = Shmem.isInitialized() ? 1 : 0;
    }

    /// Leaves the job. The session ends with as many of these as there were inits. Collective.
    public static void shmem_finalize() {
        Current.pe().close();
    }

    /// Ends the whole job; never returns.
    ///
    /// @param status exit status of the job, from 0 to 255
    /// @return nothing: the call does not return
    public static Error shmem_global_exit(int status) {
        throw Current.pe().globalExit(status);
    }

    /// Returns this PE's number.
    ///
    /// @return the memory, at the same offset on every PE
    public static int shmem_my_pe() {
        return Current.pe().myPe();
    }

    /// {@return this PE's number; the name of 1.0}
    public static int _my_pe() {
        return Current.pe().myPe();
    }

    /// {@return this PE's number; the name from before 1.0}
    public static int my_pe() {
        return Current.pe().myPe();
    }

    /// {@return the number of PEs}
    public static int shmem_n_pes() {
        return Current.pe().nPes();
    }

    /// {@return the number of PEs; the name of 1.0}
    public static int _num_pes() {
        return Current.pe().nPes();
    }

    /// {@return the number of PEs; the name from before 1.0}
    public static int num_pes() {
        return Current.pe().nPes();
    }

    /// Stores the version of the specification in `major[0]` and `minor[0]`.
    ///
    /// @param major gets the number before the point in element 0
    /// @param minor gets the number after the point in element 0
    public static void shmem_info_get_version(int[] major, int[] minor) {
        Version version = Current.pe().specVersion();
        major[0] = version.major();
        minor[0] = version.minor();
    }

    /// Stores the library's name in `name`, which has `SHMEM_MAX_NAME_LEN` bytes, with a 0 after it.
    ///
    /// @param name gets the name in ASCII, with a 0 after it
    public static void shmem_info_get_name(byte[] name) {
        byte[] text = Current.pe().name().getBytes(StandardCharsets.US_ASCII);
        Arrays.fill(name, (byte) 0);
        System.arraycopy(text, 0, name, 0, text.length);
    }

    /// {@return the library's name, which C stores in an array of characters}
    public static String shmem_info_get_name() {
        return Current.pe().name();
    }

    /// Sets the level of profiling: 0 and below off, 1 on, 2 flushes, above that for tools, which get `more`.
    ///
    /// @param level level of profiling
    /// @param more arguments for a tool, ignored without one
    public static void shmem_pcontrol(int level, Object... more) {
        Current.pe().pcontrol(level);
    }

    /// {@return 1 for a PE that exists, else 0}
    ///
    /// @param pe any number
    public static int shmem_pe_accessible(int pe) {
        return Current.pe().peAccessible(pe) ? 1 : 0;
    }

    /// Returns 1 for an object that put and get reach on that PE, else 0.
    ///
    /// @param addr symmetric object; null is not accessible
    /// @param pe number of the PE that is to be reached
    /// @return the memory, at the same offset on every PE
    public static int shmem_addr_accessible(Symmetric addr, int pe) {
        return addr != null && addr.accessible(pe) ? 1 : 0;
    }

    /// Returns 0: memory of the program is not symmetric.
    ///
    /// @param addr memory of the program
    /// @param pe number of the PE that is to be reached
    /// @return the memory, at the same offset on every PE
    public static int shmem_addr_accessible(Object addr, int pe) {
        return 0;
    }

    /// Returns the object's memory on that PE for plain loads and stores; null where there are none to it.
    ///
    /// @param dest symmetric object
    /// @param pe number of the PE whose copy is loaded and stored
    /// @return the memory; null if this PE cannot load and store there
    public static MemorySegment shmem_ptr(Symmetric dest, int pe) {
        return dest.accessible(pe) ? dest.ptr(pe) : null;
    }

    /// As [#shmem_ptr(Symmetric, int)], from `&dest[i]` on.
    ///
    /// @param <S> type of the array, such as `SymLongs`
    /// @param dest symmetric object
    /// @param i index of the first element: C's `&dest[i]`
    /// @param pe number of the PE whose copy is loaded and stored
    /// @return the memory; null if this PE cannot load and store there
    public static <S extends SymArray<?, S>> MemorySegment shmem_ptr(S dest, long i, int pe) {
        return shmem_ptr(tail(dest, i), pe);
    }

    /// Returns the object's memory on a member of a team; null where there are no loads and stores to it, and
    /// for the invalid team.
    ///
    /// @param team team in which `pe` is a number
    /// @param dest symmetric object
    /// @param pe number in `team` of the PE whose copy is loaded and stored
    /// @return the memory; null if this PE cannot load and store there
    public static MemorySegment shmem_team_ptr(shmem_team_t team, Symmetric dest, int pe) {
        if (team == SHMEM_TEAM_INVALID) return null;
        return pe >= 0 && pe < team(team).nPes() ? dest.ptr(team(team), pe) : null;
    }

    /// As [#shmem_team_ptr(shmem_team_t, Symmetric, int)], from `&dest[i]` on.
    ///
    /// @param <S> type of the array, such as `SymLongs`
    /// @param team team in which `pe` is a number
    /// @param dest symmetric object
    /// @param i index of the first element: C's `&dest[i]`
    /// @param pe number in `team` of the PE whose copy is loaded and stored
    /// @return the memory; null if this PE cannot load and store there
    public static <S extends SymArray<?, S>> MemorySegment shmem_team_ptr(shmem_team_t team, S dest, long i, int pe) {
        return shmem_team_ptr(team, tail(dest, i), pe);
    }

    // symmetric memory in bytes; as<Type>s() of it are its elements

    /// Allocates zeroed symmetric bytes. Collective; 0 bytes are an empty object, without a barrier.
    ///
    /// @param size bytes on each PE
    /// @return the memory, at the same offset on every PE
    public static SymMem shmem_malloc(long size) {
        return Current.pe().mem(size);
    }

    /// Allocates symmetric bytes; the name of 1.0.
    ///
    /// @param size bytes on each PE
    /// @return the memory, at the same offset on every PE
    public static SymMem shmalloc(long size) {
        return Current.pe().mem(size);
    }

    /// Allocates aligned symmetric bytes.
    ///
    /// @param alignment a power of two of at least 8, in bytes
    /// @param size bytes on each PE
    /// @return the memory, at the same offset on every PE
    public static SymMem shmem_align(long alignment, long size) {
        return Current.pe().mem(size, alignment);
    }

    /// Allocates aligned symmetric bytes; the name of 1.0.
    ///
    /// @param alignment a power of two of at least 8, in bytes
    /// @param size bytes on each PE
    /// @return the memory, at the same offset on every PE
    public static SymMem shmemalign(long alignment, long size) {
        return Current.pe().mem(size, alignment);
    }

    /// Allocates `count` times `size` zeroed symmetric bytes.
    ///
    /// @param count number of elements
    /// @param size bytes of each element
    /// @return the memory, at the same offset on every PE
    public static SymMem shmem_calloc(long count, long size) {
        return Current.pe().mem(Math.multiplyExact(count, size));
    }

    /// Allocates symmetric bytes. Hints have no effect: all memory serves atomics and signals.
    ///
    /// @param size bytes on each PE
    /// @param hints `SHMEM_MALLOC_ATOMICS_REMOTE` and others, ignored
    /// @return the memory, at the same offset on every PE
    public static SymMem shmem_malloc_with_hints(long size, long hints) {
        return Current.pe().mem(size);
    }

    /// Changes the size, in bytes; the old object is dead. Null allocates.
    ///
    /// @param ptr object to be replaced; the same on every PE
    /// @param size bytes on each PE
    /// @return the array that has the elements now
    public static SymMem shmem_realloc(SymMem ptr, long size) {
        return ptr == null ? Current.pe().mem(size) : ptr.realloc(size);
    }

    /// Changes the size, in bytes, of an array of elements; the old object is dead.
    ///
    /// @param <S> type of the array, such as `SymLongs`
    /// @param ptr object to be replaced; the same on every PE
    /// @param size bytes on each PE
    /// @return the array that has the elements now
    public static <S extends SymArray<?, S>> S shmem_realloc(S ptr, long size) {
        return ptr.realloc(elements("shmem_realloc", ptr, 8, size));
    }

    /// Changes the size; the name of 1.0.
    ///
    /// @param ptr object to be replaced or freed; the same on every PE
    /// @param size bytes on each PE
    /// @return the memory that has the bytes now
    public static SymMem shrealloc(SymMem ptr, long size) {
        return shmem_realloc(ptr, size);
    }

    /// Gives memory back; null does nothing. Collective.
    ///
    /// @param ptr object to be replaced or freed; the same on every PE
    public static void shmem_free(Symmetric ptr) {
        if (ptr != null) ptr.free();
    }

    /// Gives memory back; the name of 1.0.
    ///
    /// @param ptr object to be replaced or freed; the same on every PE
    public static void shfree(Symmetric ptr) {
        shmem_free(ptr);
    }

    /// Gives a lock back. Collective.
    ///
    /// @param lock lock that no PE holds; null does nothing
    public static void shmem_free(ShmemLock lock) {
        if (lock != null) lock.free();
    }

    /// Allocates a signal that is 0: C's symmetric `uint64_t`.
    ///
    /// @return the signal
    public static Signal shmalloc_signal() {
        return Current.pe().signal();
    }

    /// Allocates `n` signals that are 0.
    ///
    /// @param n how many
    /// @return the signals
    public static Signal[] shmalloc_signals(int n) {
        return Current.pe().signals(n);
    }

    /// Allocates a lock that is free: C's symmetric `long` of 0.
    ///
    /// @return the lock
    public static ShmemLock shmalloc_lock() {
        return Current.pe().lock();
    }

    /// Allocates `n` locks that are free.
    ///
    /// @param n how many
    /// @return the locks
    public static ShmemLock[] shmalloc_locks(int n) {
        ShmemLock[] locks = new ShmemLock[n];
        for (int i = 0; i < n; i++) locks[i] = Current.pe().lock();
        return locks;
    }
}
