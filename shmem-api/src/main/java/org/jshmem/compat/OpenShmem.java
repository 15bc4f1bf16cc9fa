// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.Symmetric;

/// The C names of OpenSHMEM 1.0 and 1.1 and later spellings of the same routines, for
/// `import static org.jshmem.compat.OpenShmem.*`: programs of those years keep their calls, in their order of
/// arguments.
///
/// ```java
/// start_pes(0);
/// SymInts target = shmalloc_int(1);
/// shmem_int_p(target, _my_pe(), (_my_pe() + 1) % _num_pes());
/// shmem_barrier_all();
/// ```
///
/// What C says by types and pointers is said otherwise: memory is allocated by element type, `&x[i]` is an index
/// after `x`, or a slice, a lock is a [ShmemLock], and `long long` is `long`. Everything is a thin call of
/// [org.jshmem]; the PE is the calling code's, so the names work in processes, in threads and in the simulator.
public final class OpenShmem extends DoubleNames {
    private OpenShmem() {}

    /// What pSync holds before and after.
    public static final long SHMEM_SYNC_VALUE = Shmem.SYNC_VALUE;

    public static final long _SHMEM_SYNC_VALUE = SHMEM_SYNC_VALUE;
    public static final int SHMEM_SYNC_SIZE = 8;
    public static final int SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_ALLTOALL_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_ALLTOALLS_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_REDUCE_MIN_WRKDATA_SIZE = 8;
    public static final int _SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_REDUCE_MIN_WRKDATA_SIZE = SHMEM_REDUCE_MIN_WRKDATA_SIZE;
    public static final Cmp SHMEM_CMP_EQ = Cmp.EQ;
    public static final Cmp SHMEM_CMP_NE = Cmp.NE;
    public static final Cmp SHMEM_CMP_GT = Cmp.GT;
    public static final Cmp SHMEM_CMP_GE = Cmp.GE;
    public static final Cmp SHMEM_CMP_LT = Cmp.LT;
    public static final Cmp SHMEM_CMP_LE = Cmp.LE;

    // setup and end

    /// Joins the job, unless this PE has joined already; what was joined so is finalized when the program ends. `npes`
    /// is ignored.
    public static void start_pes(int npes) {
        Current.start();
    }

    /// Joins the job; needs its [#shmem_finalize].
    public static void shmem_init() {
        Shmem.init();
    }

    /// Leaves the job; the last one of as many as there were inits ends the session.
    public static void shmem_finalize() {
        Current.pe().close();
    }

    /// Ends the whole job; never returns.
    public static Error shmem_global_exit(int status) {
        throw Current.pe().globalExit(status);
    }

    /// This PE's number.
    public static int shmem_my_pe() {
        return Current.pe().myPe();
    }

    /// This PE's number.
    public static int _my_pe() {
        return Current.pe().myPe();
    }

    /// This PE's number.
    public static int my_pe() {
        return Current.pe().myPe();
    }

    /// How many PEs the job has.
    public static int shmem_n_pes() {
        return Current.pe().nPes();
    }

    /// How many PEs the job has.
    public static int _num_pes() {
        return Current.pe().nPes();
    }

    /// How many PEs the job has.
    public static int num_pes() {
        return Current.pe().nPes();
    }

    /// 1 for a PE that exists, else 0.
    public static int shmem_pe_accessible(int pe) {
        return Current.pe().peAccessible(pe) ? 1 : 0;
    }

    /// 1 for an object that can be reached on that PE, else 0.
    public static int shmem_addr_accessible(Symmetric addr, int pe) {
        return addr != null && addr.accessible(pe) ? 1 : 0;
    }

    /// The object's memory on that PE for plain loads and stores; null for a PE that does not exist.
    public static MemorySegment shmem_ptr(Symmetric target, int pe) {
        return target.accessible(pe) ? target.ptr(pe) : null;
    }

    // symmetric memory: zero bytes or elements are an empty object, without a barrier

    /// Symmetric bytes.
    public static SymMem shmalloc(long size) {
        return Current.pe().mem(size);
    }

    /// Symmetric bytes.
    public static SymMem shmem_malloc(long size) {
        return Current.pe().mem(size);
    }

    /// Aligned symmetric bytes.
    public static SymMem shmemalign(long alignment, long size) {
        return Current.pe().mem(size, alignment);
    }

    /// Aligned symmetric bytes.
    public static SymMem shmem_align(long alignment, long size) {
        return Current.pe().mem(size, alignment);
    }

    /// Zeroed symmetric bytes.
    public static SymMem shmem_calloc(long count, long size) {
        return Current.pe().mem(Math.multiplyExact(count, size));
    }

    /// Changes the size; the old object is dead.
    public static SymMem shrealloc(SymMem ptr, long size) {
        return ptr == null ? Current.pe().mem(size) : ptr.realloc(size);
    }

    /// Changes the size; the old object is dead.
    public static SymMem shmem_realloc(SymMem ptr, long size) {
        return ptr == null ? Current.pe().mem(size) : ptr.realloc(size);
    }

    /// Gives memory back; null does nothing.
    public static void shfree(Symmetric ptr) {
        if (ptr != null) ptr.free();
    }

    /// Gives memory back; null does nothing.
    public static void shmem_free(Symmetric ptr) {
        if (ptr != null) ptr.free();
    }

    /// A lock that is free: C's symmetric `long` of 0.
    public static ShmemLock shmalloc_lock() {
        return Current.pe().lock();
    }

    // bytes

    /// Bytes, to another PE.
    public static void shmem_putmem(SymMem dest, byte[] source, int len, int pe) {
        dest.put(0, source, 0, len, pe);
    }

    /// Bytes, to another PE.
    public static void shmem_putmem(SymMem dest, SymMem source, long len, int pe) {
        dest.put(0, source, 0, len, pe);
    }

    /// Bytes, from another PE.
    public static void shmem_getmem(byte[] dest, SymMem source, int len, int pe) {
        source.get(0, dest, 0, len, pe);
    }

    /// Bytes, from another PE.
    public static void shmem_getmem(SymMem dest, SymMem source, long len, int pe) {
        source.get(0, dest, 0, len, pe);
    }

    // ordering and waiting

    /// Completes this PE's updates, then waits for all PEs.
    public static void shmem_barrier_all() {
        Current.pe().barrierAll();
    }

    /// Waits for all PEs.
    public static void shmem_sync_all() {
        Current.pe().syncAll();
    }

    /// Orders this PE's updates at each PE.
    public static void shmem_fence() {
        Current.pe().fence();
    }

    /// Completes this PE's updates everywhere.
    public static void shmem_quiet() {
        Current.pe().quiet();
    }

    /// Waits until the word is no longer `value`.
    public static void shmem_wait(SymLongs ivar, long value) {
        ivar.waitUntil(0, Cmp.NE, value);
    }

    /// Waits until the word at `i` is no longer `value`.
    public static void shmem_wait(SymLongs ivar, long i, long value) {
        ivar.waitUntil(i, Cmp.NE, value);
    }

    /// Waits until the word compares so.
    public static void shmem_wait_until(SymLongs ivar, Cmp cmp, long value) {
        ivar.waitUntil(0, cmp, value);
    }

    /// Waits until the word at `i` compares so.
    public static void shmem_wait_until(SymLongs ivar, long i, Cmp cmp, long value) {
        ivar.waitUntil(i, cmp, value);
    }

    /// Exchanges a `long`.
    public static long shmem_swap(SymLongs dest, long value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    // locks

    /// Waits for the lock.
    public static void shmem_set_lock(ShmemLock lock) {
        lock.set();
    }

    /// 0 when this PE got the lock, 1 when it is taken.
    public static int shmem_test_lock(ShmemLock lock) {
        return lock.test() ? 0 : 1;
    }

    /// Completes this PE's updates, then releases the lock.
    public static void shmem_clear_lock(ShmemLock lock) {
        lock.clear();
    }

    // caches are coherent: nothing to do

    /// Does nothing.
    public static void shmem_set_cache_inv() {}

    /// Does nothing.
    public static void shmem_clear_cache_inv() {}

    /// Does nothing.
    public static void shmem_udcflush() {}

    /// Does nothing.
    public static void shmem_set_cache_line_inv(Symmetric target) {}

    /// Does nothing.
    public static void shmem_clear_cache_line_inv(Symmetric target) {}

    /// Does nothing.
    public static void shmem_udcflush_line(Symmetric target) {}
}
