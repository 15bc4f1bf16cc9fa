// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.ShmemProvider;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.SymMem;
import org.jshmem.Symmetric;

/// The C names of setup, of this PE, of accessibility and of memory: the routines that C has once.
class SetupNames extends Teams {
    SetupNames() {}

    // spotless:off: a line for each routine

    /// Joins the job, unless this PE has joined already; this session is finalized when the program ends.
    public static void start_pes(int npes) { ShmemProvider.get().start(); }

    /// Joins the job; needs its [#shmem_finalize].
    public static void shmem_init() { Shmem.init(); }

    /// Joins the job and stores the thread level that it provides in `provided[0]`. Returns 0.
    public static int shmem_init_thread(int requested, int[] provided) {
        Shmem.init(new Config(0, level(requested), Duration.ZERO));
        shmem_query_thread(provided);
        return 0;
    }

    /// Stores the thread level that the job provides in `provided[0]`.
    public static void shmem_query_thread(int[] provided) { provided[0] = pe().threadLevel().ordinal(); }

    /// Stores 1 in `initialized[0]` if this PE is between its first init and the matching last finalize, else 0.
    /// Callable at any time.
    public static void shmem_query_initialized(int[] initialized) { initialized[0] = Shmem.isInitialized() ? 1 : 0; }

    /// Leaves the job. The session ends with as many of these as there were inits. Collective.
    public static void shmem_finalize() { pe().close(); }

    /// Ends the whole job; never returns. Returns nothing: the call does not return.
    public static Error shmem_global_exit(int status) { throw pe().globalExit(status); }

    /// Returns this PE's number.
    public static int shmem_my_pe() { return pe().myPe(); }

    /// Returns this PE's number. An older name.
    public static int _my_pe() { return pe().myPe(); }

    /// Returns this PE's number. An older name.
    public static int my_pe() { return pe().myPe(); }

    /// Returns the number of PEs.
    public static int shmem_n_pes() { return pe().nPes(); }

    /// Returns the number of PEs. An older name.
    public static int _num_pes() { return pe().nPes(); }

    /// Returns the number of PEs. An older name.
    public static int num_pes() { return pe().nPes(); }

    /// Stores the version of the specification in `major[0]` and `minor[0]`.
    public static void shmem_info_get_version(int[] major, int[] minor) {
        major[0] = pe().specVersion().major();
        minor[0] = pe().specVersion().minor();
    }

    /// Stores the library's name in `name`, which has `SHMEM_MAX_NAME_LEN` bytes, with a 0 after it.
    public static void shmem_info_get_name(byte[] name) { terminated(name, pe().name()); }

    /// Returns the library's name, which C stores in an array of characters.
    public static String shmem_info_get_name() { return pe().name(); }

    /// Sets the level of profiling: 0 and below off, 1 on, 2 flushes, above that for tools, which get `more`.
    public static void shmem_pcontrol(int level, Object... more) { pe().pcontrol(level); }

    /// Returns 1 for a PE that exists, else 0.
    public static int shmem_pe_accessible(int pe) { return pe().peAccessible(pe) ? 1 : 0; }

    /// Returns 1 for an object that put and get reach on that PE, else 0.
    public static int shmem_addr_accessible(Symmetric addr, int pe) { return addr != null && addr.accessible(pe) ? 1 : 0; }

    /// Returns 0: memory of the program is not symmetric.
    public static int shmem_addr_accessible(Object addr, int pe) { return 0; }

    /// Returns the object's memory on that PE for plain loads and stores.
    public static MemorySegment shmem_ptr(Symmetric dest, int pe) { return dest.accessible(pe) ? dest.ptr(pe) : null; }

    /// As [#shmem_ptr(Symmetric, int)], from `&dest[i]` on. Returns the memory; null if this PE cannot load and store
    /// there.
    public static <S extends SymArray<?, S>> MemorySegment shmem_ptr(S dest, long i, int pe) { return shmem_ptr(tail(dest, i), pe); }

    /// Returns the object's memory on a member of a team for plain loads and stores.
    public static MemorySegment shmem_team_ptr(shmem_team_t team, Symmetric dest, int pe) {
        return isMember(team, pe) ? dest.ptr(team(team), pe) : null;
    }

    /// As [#shmem_team_ptr(shmem_team_t, Symmetric, int)], from `&dest[i]` on. Returns the memory; null for the
    /// invalid team, and if this PE cannot load and store there.
    public static <S extends SymArray<?, S>> MemorySegment shmem_team_ptr(shmem_team_t team, S dest, long i, int pe) {
        return shmem_team_ptr(team, tail(dest, i), pe);
    }

    /// Allocates zeroed symmetric bytes. Collective; 0 bytes are an empty object, without a barrier. Returns the
    /// memory, at the same offset on every PE.
    public static SymMem shmem_malloc(long size) { return pe().mem(size); }

    /// Allocates zeroed symmetric bytes. Collective; 0 bytes are an empty object, without a barrier. Returns the
    /// memory, at the same offset on every PE. An older name.
    public static SymMem shmalloc(long size) { return pe().mem(size); }

    /// Allocates aligned symmetric bytes. Returns the memory, at the same offset on every PE.
    public static SymMem shmem_align(long alignment, long size) { return pe().mem(size, alignment); }

    /// Allocates aligned symmetric bytes. Returns the memory, at the same offset on every PE. An older name.
    public static SymMem shmemalign(long alignment, long size) { return pe().mem(size, alignment); }

    /// Allocates `count` times `size` zeroed symmetric bytes. Returns the memory, at the same offset on every PE.
    public static SymMem shmem_calloc(long count, long size) { return pe().mem(product(count, size)); }

    /// Allocates symmetric bytes. Hints have no effect: all memory serves atomics and signals. Returns the memory, at
    /// the same offset on every PE.
    public static SymMem shmem_malloc_with_hints(long size, long hints) { return pe().mem(size); }

    /// Changes the size, in bytes; the old object is dead. Null allocates. Returns the memory that has the bytes now.
    public static SymMem shmem_realloc(SymMem ptr, long size) { return ptr == null ? pe().mem(size) : ptr.realloc(size); }

    /// Changes the size, in bytes; the old object is dead. Null allocates. Returns the memory that has the bytes now.
    /// An older name.
    public static SymMem shrealloc(SymMem ptr, long size) { return ptr == null ? pe().mem(size) : ptr.realloc(size); }

    /// Changes the size, in bytes, of an array of elements; the old object is dead. Returns the array that has the
    /// elements now.
    public static <S extends SymArray<?, S>> S shmem_realloc(S ptr, long size) {
        return ptr.realloc(elements("shmem_realloc", ptr, 8, size));
    }

    /// Gives memory back; null does nothing. Collective.
    public static void shmem_free(Symmetric ptr) { if (ptr != null) ptr.free(); }

    /// Gives memory back; null does nothing. Collective. An older name.
    public static void shfree(Symmetric ptr) { if (ptr != null) ptr.free(); }

    /// Gives a lock back. Collective.
    public static void shmem_free(ShmemLock lock) { if (lock != null) lock.free(); }

    /// Allocates a signal that is 0: C's symmetric `uint64_t`. Returns the signal.
    public static Signal shmalloc_signal() { return pe().signal(); }

    /// Allocates `n` signals that are 0. Returns the signals.
    public static Signal[] shmalloc_signals(int n) { return pe().signals(n); }

    /// Allocates a lock that is free: C's symmetric `long` of 0. Returns the lock.
    public static ShmemLock shmalloc_lock() { return pe().lock(); }

    /// Allocates `n` locks that are free. Returns the locks.
    public static ShmemLock[] shmalloc_locks(int n) {
        ShmemLock[] locks = new ShmemLock[n];
        Arrays.setAll(locks, i -> pe().lock());
        return locks;
    }
    // spotless:on
}
