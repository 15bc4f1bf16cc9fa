// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.ShmemLock;
import org.jshmem.SymLongs;
import org.jshmem.Symmetric;

/// Ordering, locks, and what caches that are not coherent needed.
class OrderNames extends SignalNames {
    OrderNames() {}

    /// Completes this PE's updates, then waits for all PEs. Collective.
    public static void shmem_barrier_all() {
        Current.pe().barrierAll();
    }

    /// Waits for all PEs. Collective.
    public static void shmem_sync_all() {
        Current.pe().syncAll();
    }

    /// Orders this PE's updates at each PE.
    public static void shmem_fence() {
        Current.pe().fence();
    }

    /// Orders this PE's updates of a context at each PE; nothing for the invalid one.
    ///
    /// @param ctx the context, or one of `SHMEM_CTX_DEFAULT` and `SHMEM_CTX_INVALID`
    public static void shmem_ctx_fence(shmem_ctx_t ctx) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) Current.pe().fence();
        else given.fence();
    }

    /// Completes this PE's updates everywhere.
    public static void shmem_quiet() {
        Current.pe().quiet();
    }

    /// Completes this PE's updates of a context everywhere; nothing for the invalid one.
    ///
    /// @param ctx the context, or one of `SHMEM_CTX_DEFAULT` and `SHMEM_CTX_INVALID`
    public static void shmem_ctx_quiet(shmem_ctx_t ctx) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) Current.pe().quiet();
        else given.quiet();
    }

    /// Completes this PE's updates on the first `npes` of these PEs.
    ///
    /// @param target_pes numbers of PEs, in the world or in the context's team
    /// @param npes how many elements of `target_pes` count, from 0 to its length
    public static void shmem_pe_quiet(int[] target_pes, long npes) {
        Current.pe().quiet(first(target_pes, npes));
    }

    /// Completes this PE's updates of a context on the first `npes` of these PEs; nothing for the invalid one.
    ///
    /// @param ctx the context, or one of `SHMEM_CTX_DEFAULT` and `SHMEM_CTX_INVALID`
    /// @param target_pes numbers of PEs, in the world or in the context's team
    /// @param npes how many elements of `target_pes` count, from 0 to its length
    public static void shmem_ctx_pe_quiet(shmem_ctx_t ctx, int[] target_pes, long npes) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) Current.pe().quiet(first(target_pes, npes));
        else given.quiet(first(target_pes, npes));
    }

    private static int[] first(int[] pes, long n) {
        if (n == 0) return new int[0];
        if (n > 0 && n <= pes.length) return Arrays.copyOf(pes, (int) n);
        throw new IndexOutOfBoundsException(
                "%sshmem_pe_quiet, npes=%d of target_pes with %d elements; give at most its length"
                        .formatted(who(), n, pes.length));
    }

    // waits for a change of a long

    /// Waits until this PE's own element differs from `cmp_value`; the name of 1.0.
    ///
    /// @param ivar array of which this PE's copy is compared
    /// @param cmp_value value that the element must cease to have
    public static void shmem_wait(SymLongs ivar, long cmp_value) {
        ivar.waitUntil(0, Cmp.NE, cmp_value);
    }

    /// Waits until this PE's own element `i` differs from `cmp_value`; the name of 1.0.
    ///
    /// @param ivar array of which this PE's copy is compared
    /// @param i index of the element: C's `&ivar[i]`
    /// @param cmp_value value that the element must cease to have
    public static void shmem_wait(SymLongs ivar, long i, long cmp_value) {
        ivar.waitUntil(i, Cmp.NE, cmp_value);
    }

    // locks

    /// Waits for the lock.
    ///
    /// @param lock lock that this PE does not hold
    public static void shmem_set_lock(ShmemLock lock) {
        lock.set();
    }

    /// Returns 0 when this PE got the lock, 1 when it is taken.
    ///
    /// @param lock lock that this PE does not hold
    /// @return 0 if this PE holds the lock now, 1 if another PE holds it
    public static int shmem_test_lock(ShmemLock lock) {
        return lock.test() ? 0 : 1;
    }

    /// Completes this PE's updates, then releases the lock.
    ///
    /// @param lock lock that this PE holds
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
    ///
    /// @param target object whose cache lines C names
    public static void shmem_set_cache_line_inv(Symmetric target) {}

    /// Does nothing.
    ///
    /// @param target object whose cache lines C names
    public static void shmem_clear_cache_line_inv(Symmetric target) {}

    /// Does nothing.
    ///
    /// @param target object whose cache lines C names
    public static void shmem_udcflush_line(Symmetric target) {}
}
