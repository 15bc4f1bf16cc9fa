// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Team;

/// Teams, contexts and sessions. What C stores through a pointer to a handle is stored in an array, at 0 or at
/// an index.
class TeamNames extends OrderNames {
    TeamNames() {}

    /// A bit of a mask: `num_contexts` counts.
    public static final long SHMEM_TEAM_NUM_CONTEXTS = 1;

    /// A context option: any thread, one at a time.
    public static final long SHMEM_CTX_SERIALIZED = 1;

    /// A context option: only the thread that made it.
    public static final long SHMEM_CTX_PRIVATE = 2;

    /// A context option: fence and quiet need not order plain stores.
    public static final long SHMEM_CTX_NOSTORE = 4;

    /// A bit of a mask: `total_ops` counts.
    public static final long SHMEM_CTX_SESSION_TOTAL_OPS = 1;

    /// A session option: many operations follow each other without a wait.
    public static final long SHMEM_CTX_SESSION_BATCH = 1;

    private static final int FAILED = 1;

    /// {@return this PE's number in a team, -1 for the invalid one}
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    public static int shmem_team_my_pe(shmem_team_t team) {
        return team == SHMEM_TEAM_INVALID ? -1 : team(team).myPe();
    }

    /// {@return the number of members, -1 for the invalid team}
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    public static int shmem_team_n_pes(shmem_team_t team) {
        return team == SHMEM_TEAM_INVALID ? -1 : team(team).nPes();
    }

    /// {@return the number in `dest_team` of a member of `src_team`, or -1}
    ///
    /// @param src_team team in which `src_pe` is a number
    /// @param src_pe number of a PE
    /// @param dest_team team whose numbers are returned
    public static int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
        if (src_team == SHMEM_TEAM_INVALID || dest_team == SHMEM_TEAM_INVALID) return -1;
        return src_pe >= 0 && src_pe < team(src_team).nPes() ? team(src_team).translate(src_pe, team(dest_team)) : -1;
    }

    /// Makes a team of members `start + k * stride` of its parent and stores it in `new_team[0]`, the invalid
    /// one for a PE that is not a member. Returns 0. Where the members cannot form a team, stores the invalid
    /// one and returns another number on all PEs of the parent. Collective.
    ///
    /// @param parent_team team whose members all make this call
    /// @param start number in the parent of the new team's PE 0
    /// @param stride distance in the parent between members; it may be negative
    /// @param size number of PEs of the new team
    /// @param config settings of the team; null if the mask is 0
    /// @param config_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `config` counts
    /// @param new_team array that gets the handle
    /// @return 0; another number if there is no such team, on all PEs of the parent
    public static int shmem_team_split_strided(
            shmem_team_t parent_team,
            int start,
            int stride,
            int size,
            shmem_team_config_t config,
            long config_mask,
            shmem_team_t[] new_team) {
        return shmem_team_split_strided(parent_team, start, stride, size, config, config_mask, new_team, 0);
    }

    /// As above, into `&new_team[to]`.
    ///
    /// @param parent_team team whose members all make this call
    /// @param start number in the parent of the new team's PE 0
    /// @param stride distance in the parent between members; it may be negative
    /// @param size number of PEs of the new team
    /// @param config settings of the team; null if the mask is 0
    /// @param config_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `config` counts
    /// @param new_team array that gets the handle
    /// @param to index in the array at which the handle is stored
    /// @return 0; another number if there is no such team, on all PEs of the parent
    public static int shmem_team_split_strided(
            shmem_team_t parent_team,
            int start,
            int stride,
            int size,
            shmem_team_config_t config,
            long config_mask,
            shmem_team_t[] new_team,
            int to) {
        new_team[to] = SHMEM_TEAM_INVALID;
        if (parent_team == SHMEM_TEAM_INVALID) return FAILED;
        Team parent = opened(parent_team);
        Optional<Team> made;
        try {
            made = parent.splitStrided(start, stride, size);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return FAILED; // a bad triplet, or no room for another team: thrown on every member of the parent
        }
        if (made.isPresent()) new_team[to] = configured(made.get(), config, config_mask);
        return 0;
    }

    /// Makes the teams of this PE's row and column where rows have `xrange` members, and stores them in
    /// `xaxis_team[0]` and `yaxis_team[0]`. Returns 0; on failure stores invalid teams and returns another
    /// number. Collective.
    ///
    /// @param parent_team team whose members all make this call
    /// @param xrange number of PEs of a full row, at least 1
    /// @param xaxis_config settings of the row's team; null if its mask is 0
    /// @param xaxis_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `xaxis_config` counts
    /// @param xaxis_team gets the row's team in element 0
    /// @param yaxis_config settings of the column's team; null if its mask is 0
    /// @param yaxis_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `yaxis_config` counts
    /// @param yaxis_team gets the column's team in element 0
    /// @return 0; another number if there is no such team, on all PEs of the parent
    public static int shmem_team_split_2d(
            shmem_team_t parent_team,
            int xrange,
            shmem_team_config_t xaxis_config,
            long xaxis_mask,
            shmem_team_t[] xaxis_team,
            shmem_team_config_t yaxis_config,
            long yaxis_mask,
            shmem_team_t[] yaxis_team) {
        xaxis_team[0] = SHMEM_TEAM_INVALID;
        yaxis_team[0] = SHMEM_TEAM_INVALID;
        if (parent_team == SHMEM_TEAM_INVALID) return FAILED;
        Team parent = opened(parent_team);
        Grid made;
        try {
            made = parent.split2d(xrange);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return FAILED; // thrown on every member of the parent
        }
        xaxis_team[0] = configured(made.x(), xaxis_config, xaxis_mask);
        yaxis_team[0] = configured(made.y(), yaxis_config, yaxis_mask);
        return 0;
    }

    /// The team behind a handle; refuses one that was destroyed.
    private static Team opened(shmem_team_t handle) {
        Team team = team(handle);
        team.nPes();
        return team;
    }

    private static shmem_team_t configured(Team team, shmem_team_config_t config, long mask) {
        shmem_team_t handle = handle(team);
        if ((mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) handle.config.num_contexts = config.num_contexts;
        return handle;
    }

    /// Stores what a team was made with in the fields of `config` that the mask names. Returns 0; another
    /// number for the invalid team.
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    /// @param config_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `config` counts
    /// @param config settings of the team; null if the mask is 0
    /// @return 0; another number for the invalid team
    public static int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t config) {
        if (team == SHMEM_TEAM_INVALID) return FAILED;
        if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) config.num_contexts = team.config.num_contexts;
        return 0;
    }

    /// Ends a team and its contexts; nothing for the invalid one. Collective.
    ///
    /// @param team team to end; not the world or the shared team
    public static void shmem_team_destroy(shmem_team_t team) {
        if (team != SHMEM_TEAM_INVALID) team(team).close();
    }

    /// Waits for the members of a team. Returns 0. Collective.
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    /// @return 0
    public static int shmem_team_sync(shmem_team_t team) {
        team(team).sync();
        return 0;
    }

    /// Waits for the members of a team; C11's name. Returns 0. Collective.
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    /// @return 0
    public static int shmem_sync(shmem_team_t team) {
        return shmem_team_sync(team);
    }

    /// Makes a context of all PEs and stores it in `ctx[0]`. Returns 0.
    ///
    /// @param options a sum of `SHMEM_CTX_PRIVATE` and the like, or 0
    /// @param ctx array that gets the handle
    /// @return 0
    public static int shmem_ctx_create(long options, shmem_ctx_t[] ctx) {
        return shmem_team_create_ctx(SHMEM_TEAM_WORLD, options, ctx, 0);
    }

    /// As above, into `&ctx[to]`.
    ///
    /// @param options a sum of `SHMEM_CTX_PRIVATE` and the like, or 0
    /// @param ctx array that gets the handle
    /// @param to index in the array at which the handle is stored
    /// @return 0
    public static int shmem_ctx_create(long options, shmem_ctx_t[] ctx, int to) {
        return shmem_team_create_ctx(SHMEM_TEAM_WORLD, options, ctx, to);
    }

    /// Makes a context with the PE numbers of a team and stores it in `ctx[0]`. Returns 0; for the invalid team
    /// stores the invalid context and returns another number.
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    /// @param options a sum of `SHMEM_CTX_PRIVATE` and the like, or 0
    /// @param ctx array that gets the handle
    /// @return 0; another number for the invalid team
    public static int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx) {
        return shmem_team_create_ctx(team, options, ctx, 0);
    }

    /// As above, into `&ctx[to]`.
    ///
    /// @param team the team, or `SHMEM_TEAM_WORLD`
    /// @param options a sum of `SHMEM_CTX_PRIVATE` and the like, or 0
    /// @param ctx array that gets the handle
    /// @param to index in the array at which the handle is stored
    /// @return 0; another number for the invalid team
    public static int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx, int to) {
        ctx[to] = SHMEM_CTX_INVALID;
        if (team == SHMEM_TEAM_INVALID) return FAILED;
        ctx[to] = handle(team(team).ctx(options(options)), team);
        return 0;
    }

    private static Ctx.Option[] options(long bits) {
        List<Ctx.Option> options = new ArrayList<>();
        if ((bits & SHMEM_CTX_SERIALIZED) != 0) options.add(Ctx.Option.SERIALIZED);
        if ((bits & SHMEM_CTX_PRIVATE) != 0) options.add(Ctx.Option.PRIVATE);
        if ((bits & SHMEM_CTX_NOSTORE) != 0) options.add(Ctx.Option.NOSTORE);
        return options.toArray(Ctx.Option[]::new);
    }

    /// Completes and ends a context; nothing for the invalid one. The default context cannot be ended.
    ///
    /// @param ctx the context
    public static void shmem_ctx_destroy(shmem_ctx_t ctx) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) {
            throw new IllegalArgumentException(
                    who()
                            + "shmem_ctx_destroy of SHMEM_CTX_DEFAULT, which lasts until finalize; destroy contexts that were created");
        }
        given.close();
    }

    /// Stores the team of a context in `team[0]`. Returns 0; for the invalid context stores the invalid team
    /// and returns another number.
    ///
    /// @param ctx the context
    /// @param team gets the handle of the team in element 0
    /// @return 0; another number for the invalid context
    public static int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t[] team) {
        team[0] = ctx.team;
        return ctx == SHMEM_CTX_INVALID ? FAILED : 0;
    }

    /// Starts a session: a hint without effect on ordering or completion; nothing for the invalid context.
    ///
    /// @param ctx the context
    /// @param options `SHMEM_CTX_SESSION_BATCH`, or 0
    /// @param config settings of the team; null if the mask is 0
    /// @param config_mask 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `config` counts
    public static void shmem_ctx_session_start(
            shmem_ctx_t ctx, long options, shmem_ctx_session_config_t config, long config_mask) {
        if (ctx == SHMEM_CTX_INVALID || ctx(ctx) == null) return;
        boolean batch = (options & SHMEM_CTX_SESSION_BATCH) != 0;
        ctx(ctx).sessionStart(batch ? new Ctx.Hint[] {Ctx.Hint.BATCH} : new Ctx.Hint[0]);
    }

    /// Ends a session; nothing for the invalid context.
    ///
    /// @param ctx the context
    public static void shmem_ctx_session_stop(shmem_ctx_t ctx) {
        if (ctx != SHMEM_CTX_INVALID && ctx(ctx) != null) ctx(ctx).sessionStop();
    }
}
