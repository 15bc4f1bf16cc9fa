// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Symmetric;

/// The C names of signals, of ordering, of locks, of teams and contexts, and of barriers of active sets: the routines
/// that C has once.
class OrderNames extends SetupNames {
    OrderNames() {}

    // spotless:off: a line for each routine

    /// Sets a signal on PE `pe`.
    public static void shmem_signal_set(Signal sig_addr, long signal, int pe) { sig_addr.set(signal, pe); }

    /// Sets a signal on PE `pe` of a context's team.
    public static void shmem_ctx_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) { on(ctx, sig_addr).set(signal, pe); }

    /// Sets a signal on PE `pe` of a context's team; C11's name.
    public static void shmem_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) { on(ctx, sig_addr).set(signal, pe); }

    /// Adds to a signal on PE `pe`.
    public static void shmem_signal_add(Signal sig_addr, long signal, int pe) { sig_addr.add(signal, pe); }

    /// Adds to a signal on PE `pe` of a context's team.
    public static void shmem_ctx_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) { on(ctx, sig_addr).add(signal, pe); }

    /// Adds to a signal on PE `pe` of a context's team; C11's name.
    public static void shmem_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) { on(ctx, sig_addr).add(signal, pe); }

    /// Returns this PE's own signal.
    public static long shmem_signal_fetch(Signal sig_addr) { return sig_addr.fetch(); }

    /// Waits until this PE's own signal compares so, without a sign, and returns the value that did. Returns the
    /// value that satisfied the comparison; the signal may have changed since.
    public static long shmem_signal_wait_until(Signal sig_addr, Cmp cmp, long cmp_value) { return sig_addr.waitUntil(cmp, cmp_value); }

    /// Completes this PE's updates, then waits for all PEs. Collective.
    public static void shmem_barrier_all() { pe().barrierAll(); }

    /// Waits for all PEs. Collective.
    public static void shmem_sync_all() { pe().syncAll(); }

    /// Orders this PE's updates at each PE.
    public static void shmem_fence() { pe().fence(); }

    /// Orders this PE's updates of a context at each PE; nothing for the invalid one.
    public static void shmem_ctx_fence(shmem_ctx_t ctx) { through(ctx, Ctx::fence, Shmem::fence); }

    /// Completes this PE's updates everywhere.
    public static void shmem_quiet() { pe().quiet(); }

    /// Completes this PE's updates of a context everywhere; nothing for the invalid one.
    public static void shmem_ctx_quiet(shmem_ctx_t ctx) { through(ctx, Ctx::quiet, Shmem::quiet); }

    /// Completes this PE's updates on the first `npes` of these PEs.
    public static void shmem_pe_quiet(int[] target_pes, long npes) { pe().quiet(first(target_pes, npes)); }

    /// Completes this PE's updates of a context on the first `npes` of these PEs; nothing for the invalid one.
    public static void shmem_ctx_pe_quiet(shmem_ctx_t ctx, int[] target_pes, long npes) {
        through(ctx, c -> c.quiet(first(target_pes, npes)), sh -> sh.quiet(first(target_pes, npes)));
    }

    /// Waits until this PE's own element differs from `cmp_value`; the name of 1.0.
    public static void shmem_wait(SymLongs ivar, long cmp_value) { ivar.waitUntil(0, Cmp.NE, cmp_value); }

    /// Waits until this PE's own element `i` differs from `cmp_value`; the name of 1.0.
    public static void shmem_wait(SymLongs ivar, long i, long cmp_value) { ivar.waitUntil(i, Cmp.NE, cmp_value); }

    /// Waits for the lock.
    public static void shmem_set_lock(ShmemLock lock) { lock.set(); }

    /// Acquires the lock if no PE holds it. Returns 0 if this PE holds the lock now, 1 if another PE holds it.
    public static int shmem_test_lock(ShmemLock lock) { return lock.test() ? 0 : 1; }

    /// Completes this PE's updates, then releases the lock.
    public static void shmem_clear_lock(ShmemLock lock) { lock.clear(); }

    /// Does nothing: caches are coherent.
    public static void shmem_set_cache_inv() {}

    /// Does nothing: caches are coherent.
    public static void shmem_clear_cache_inv() {}

    /// Does nothing: caches are coherent.
    public static void shmem_udcflush() {}

    /// Does nothing: caches are coherent.
    public static void shmem_set_cache_line_inv(Symmetric target) {}

    /// Does nothing: caches are coherent.
    public static void shmem_clear_cache_line_inv(Symmetric target) {}

    /// Does nothing: caches are coherent.
    public static void shmem_udcflush_line(Symmetric target) {}

    /// Returns this PE's number in a team, -1 for the invalid one.
    public static int shmem_team_my_pe(shmem_team_t team) { return team == SHMEM_TEAM_INVALID ? -1 : team(team).myPe(); }

    /// Returns the number of members, -1 for the invalid team.
    public static int shmem_team_n_pes(shmem_team_t team) { return team == SHMEM_TEAM_INVALID ? -1 : team(team).nPes(); }

    /// Returns the number in `dest_team` of a member of `src_team`, or -1.
    public static int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
        return dest_team != SHMEM_TEAM_INVALID && isMember(src_team, src_pe) ? team(src_team).translate(src_pe, team(dest_team)) : -1;
    }

    /// Makes a team of members `start + k * stride` of its parent and stores it in `new_team[0]`, the invalid one for
    /// a PE that is not a member. Where the members cannot form a team, stores the invalid one. Collective. Returns
    /// 0; another number if there is no such team, on all PEs of the parent.
    public static int shmem_team_split_strided(
            shmem_team_t parent_team, int start, int stride, int size, shmem_team_config_t config, long config_mask,
            shmem_team_t[] new_team) {
        return shmem_team_split_strided(parent_team, start, stride, size, config, config_mask, new_team, 0);
    }

    /// As above, into `&new_team[to]`. Returns 0; another number if there is no such team, on all PEs of the parent.
    public static int shmem_team_split_strided(
            shmem_team_t parent_team, int start, int stride, int size, shmem_team_config_t config, long config_mask,
            shmem_team_t[] new_team, int to) {
        new_team[to] = SHMEM_TEAM_INVALID;
        return split(parent_team, parent -> {
            check("shmem_team_split_strided, config", config, config_mask);
            parent.splitStrided(start, stride, size).ifPresent(t -> new_team[to] = configured(t, config, config_mask));
        });
    }

    /// Makes the teams of this PE's row and column where rows have `xrange` members, and stores them in
    /// `xaxis_team[0]` and `yaxis_team[0]`; invalid ones where there are no such teams. Collective. Returns 0;
    /// another number if there is no such team, on all PEs of the parent.
    public static int shmem_team_split_2d(
            shmem_team_t parent_team, int xrange, shmem_team_config_t xaxis_config, long xaxis_mask,
            shmem_team_t[] xaxis_team, shmem_team_config_t yaxis_config, long yaxis_mask, shmem_team_t[] yaxis_team) {
        xaxis_team[0] = SHMEM_TEAM_INVALID;
        yaxis_team[0] = SHMEM_TEAM_INVALID;
        return split(parent_team, parent -> {
            check("shmem_team_split_2d, xaxis_config", xaxis_config, xaxis_mask);
            check("shmem_team_split_2d, yaxis_config", yaxis_config, yaxis_mask);
            Grid made = parent.split2d(xrange);
            xaxis_team[0] = configured(made.x(), xaxis_config, xaxis_mask);
            yaxis_team[0] = configured(made.y(), yaxis_config, yaxis_mask);
        });
    }

    /// Stores what a team was made with in the fields of `config` that the mask names. Returns 0; another number for
    /// the invalid team.
    public static int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t config) {
        if (team == SHMEM_TEAM_INVALID) return FAILED;
        if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) config.num_contexts = team.config.num_contexts;
        return 0;
    }

    /// Ends a team and its contexts; nothing for the invalid one. Collective.
    public static void shmem_team_destroy(shmem_team_t team) { if (team != SHMEM_TEAM_INVALID) team(team).close(); }

    /// Waits for the members of a team. Collective. Returns 0.
    public static int shmem_team_sync(shmem_team_t team) { team(team).sync(); return 0; }

    /// Waits for the members of a team; C11's name. Collective. Returns 0.
    public static int shmem_sync(shmem_team_t team) { team(team).sync(); return 0; }

    /// Makes a context of all PEs and stores it in `ctx[0]`. Returns 0.
    public static int shmem_ctx_create(long options, shmem_ctx_t[] ctx) { return create(SHMEM_TEAM_WORLD, options, ctx, 0); }

    /// Makes a context of all PEs and stores it in `ctx[to]`. Returns 0.
    public static int shmem_ctx_create(long options, shmem_ctx_t[] ctx, int to) { return create(SHMEM_TEAM_WORLD, options, ctx, to); }

    /// Makes a context with the PE numbers of a team and stores it in `ctx[0]`; the invalid context for the invalid
    /// team. Returns 0; another number for the invalid team.
    public static int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx) { return create(team, options, ctx, 0); }

    /// Makes a context with the PE numbers of a team and stores it in `ctx[to]`; the invalid context for the invalid
    /// team. Returns 0; another number for the invalid team.
    public static int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx, int to) {
        return create(team, options, ctx, to);
    }

    /// Completes and ends a context; nothing for the invalid one. The default context cannot be ended.
    public static void shmem_ctx_destroy(shmem_ctx_t ctx) { through(ctx, Ctx::close, Teams::keepDefault); }

    /// Stores the team of a context in `team[0]`; the invalid team for the invalid context. Returns 0; another number
    /// for the invalid context.
    public static int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t[] team) {
        team[0] = ctx.team;
        return ctx == SHMEM_CTX_INVALID ? FAILED : 0;
    }

    /// Starts a session: a hint without effect on ordering or completion; nothing for the invalid context.
    public static void shmem_ctx_session_start(
            shmem_ctx_t ctx, long options, shmem_ctx_session_config_t config, long config_mask) {
        through(ctx, c -> c.sessionStart(hints(options)), sh -> {});
    }

    /// Ends a session; nothing for the invalid context.
    public static void shmem_ctx_session_stop(shmem_ctx_t ctx) { through(ctx, Ctx::sessionStop, sh -> {}); }

    /// Completes this PE's updates, then waits for the active set.
    public static void shmem_barrier(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).barrier();
    }

    /// Waits for the active set.
    public static void shmem_sync(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).sync();
    }
    // spotless:on
}
