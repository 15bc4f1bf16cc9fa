// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// Names of teams, and the bodies of those of contexts, sessions, and collectives on active sets. C stores a handle
/// through a pointer. These names store it in an array, at 0 or at an index.
class TeamNames extends Handles {
    TeamNames() {}

    /// Bit of a mask: the configuration has `num_contexts`.
    public static final long SHMEM_TEAM_NUM_CONTEXTS = 1;

    /// Context option: any thread may use the context, one at a time.
    public static final long SHMEM_CTX_SERIALIZED = 1;

    /// Context option: only the thread that made the context may use it.
    public static final long SHMEM_CTX_PRIVATE = 2;

    /// Context option: fence and quiet need not order plain stores.
    public static final long SHMEM_CTX_NOSTORE = 4;

    /// Bit of a mask: the configuration has `total_ops`.
    public static final long SHMEM_CTX_SESSION_TOTAL_OPS = 1;

    /// Session option: many operations follow each other without a wait.
    public static final long SHMEM_CTX_SESSION_BATCH = 1;

    static final int FAILED = 1;

    /// Splits a team. Refuses a team that was destroyed. Returns C's result.
    static int split(shmem_team_t parent, Consumer<Team> split) {
        if (parent == SHMEM_TEAM_INVALID) return FAILED;
        Team team = team(parent);
        team.nPes();
        try {
            split.accept(team);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return FAILED; // a bad triplet, or no room for another team: thrown on every member of the parent
        }
        return 0;
    }

    static void check(String parameter, shmem_team_config_t config, long mask) {
        if (config != null || (mask & SHMEM_TEAM_NUM_CONTEXTS) == 0) return;
        throw new NullPointerException("%s%s is null, and its mask %d selects num_contexts; give a config, or mask 0"
                .formatted(who(), parameter, mask));
    }

    static shmem_team_t configured(Team team, shmem_team_config_t config, long mask) {
        shmem_team_t handle = handle(team);
        if ((mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) handle.config.num_contexts = config.num_contexts;
        return handle;
    }

    static int create(shmem_team_t team, long options, shmem_ctx_t[] ctx, int to) {
        ctx[to] = SHMEM_CTX_INVALID;
        if (team == SHMEM_TEAM_INVALID) return FAILED;
        ctx[to] = handle(team(team).ctx(options(options)), team);
        return 0;
    }

    private static Ctx.Option[] options(long bits) {
        return Arrays.stream(Ctx.Option.values()) // in the order of the bits
                .filter(option -> (bits & 1L << option.ordinal()) != 0)
                .toArray(Ctx.Option[]::new);
    }

    static Ctx.Hint[] hints(long options) {
        boolean batch = (options & SHMEM_CTX_SESSION_BATCH) != 0;
        return batch ? new Ctx.Hint[] {Ctx.Hint.BATCH} : new Ctx.Hint[0];
    }

    static void keepDefault(Shmem sh) {
        String mistake = "shmem_ctx_destroy of SHMEM_CTX_DEFAULT, which lasts until finalize; destroy created contexts";
        throw new IllegalArgumentException(who() + mistake);
    }

    // active sets: `pSync` and `pWrk` are checked, and `pWrk` is not used

    /// The fewest elements of a `pWrk`.
    public static final int SHMEM_REDUCE_MIN_WRKDATA_SIZE = 8;

    static Team set(int start, int logStride, int size, SymLongs pSync) {
        return pe().activeSet(start, logStride, size, pSync);
    }

    /// Broadcasts as a team does, except that the root's `dest` keeps its content.
    static <S extends SymArray<?, S>> void broadcast(S dest, S source, long nelems, int root, Team team) {
        boolean keep = team.myPe() == root && dest != null && dest != source;
        boolean fits = keep && nelems >= 0 && nelems <= dest.length();
        MemorySegment written = fits ? dest.slice(0, nelems).local() : null;
        MemorySegment before = fits ? copy(written) : null;
        team.broadcast(dest, source, nelems, root);
        if (fits) written.copyFrom(before);
    }

    /// Returns `start`, before the team of the active set is made. Refuses a `pWrk` that is too small.
    static int withWork(int start, int nreduce, SymArray<?, ?> pWrk) {
        long need = Math.max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE);
        if (pWrk != null && pWrk.length() >= need) return start;
        throw new IllegalArgumentException(
                "%spWrk %s, a reduction of %d needs %d elements; size it by max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)"
                        .formatted(who(), pWrk == null ? "is null" : "has " + pWrk.length(), nreduce, need));
    }

    // the names that are not rows of routines.txt: generic ones, and splits

    // spotless:off

    /// As [OpenShmem#shmem_ptr(Symmetric, int)], from `&dest[i]` on. Returns the memory; null if this PE cannot
    /// load and store there.
    public static <S extends SymArray<?, S>> MemorySegment shmem_ptr(S dest, long i, int pe) { return OpenShmem.shmem_ptr(tail(dest, i), pe); }

    /// As [OpenShmem#shmem_team_ptr(shmem_team_t, Symmetric, int)], from `&dest[i]` on. Returns the memory; null for
    /// the invalid team, and if this PE cannot load and store there.
    public static <S extends SymArray<?, S>> MemorySegment shmem_team_ptr(shmem_team_t team, S dest, long i, int pe) {
        return OpenShmem.shmem_team_ptr(team, tail(dest, i), pe);
    }

    /// Changes the size, in bytes, of an array of elements; the old object is dead. Returns the array that has the
    /// elements now.
    public static <S extends SymArray<?, S>> S shmem_realloc(S ptr, long size) {
        return ptr.realloc(elements("shmem_realloc", ptr, 8, size));
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

    // spotless:on
}
