// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.function.Consumer;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.Team;

/// C's handles of teams and contexts. A predefined handle is one object for all PEs of a JVM, so each use finds its
/// team or context anew.
class Handles extends Support {
    private static final String NO_TEAM =
            ": this PE is not a member, or the split failed; test team != SHMEM_TEAM_INVALID before the call";

    Handles() {}

    /// A handle of a team.
    public static final class shmem_team_t {
        private final String name;
        private final Team team;
        final shmem_team_config_t config = new shmem_team_config_t();

        private shmem_team_t(String name, Team team) {
            this.name = name;
            this.team = team;
        }

        /// Returns the team of [org.jshmem]. Throws `IllegalArgumentException` for `SHMEM_TEAM_INVALID`.
        ///
        /// @return the team, to be ended by `shmem_team_destroy`
        public Team team() {
            if (this == SHMEM_TEAM_WORLD) return pe().world();
            if (this == SHMEM_TEAM_SHARED) return pe().shared();
            if (this == SHMEM_TEAM_INVALID) throw invalid(name, NO_TEAM);
            return team;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// A handle of a communication context.
    public static final class shmem_ctx_t {
        private final String name;
        private final Ctx ctx;
        final shmem_team_t team;

        private shmem_ctx_t(String name, Ctx ctx, shmem_team_t team) {
            this.name = name;
            this.ctx = ctx;
            this.team = team;
        }

        /// Returns the context of [org.jshmem], which is null for the default one. Throws
        /// `IllegalArgumentException` for `SHMEM_CTX_INVALID`.
        ///
        /// @return the context, to be ended by `shmem_ctx_destroy`; null for the default one
        public Ctx ctx() {
            if (this == SHMEM_CTX_INVALID) throw invalid(name, "; make one with shmem_ctx_create");
            return ctx;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// The configuration of a new team.
    public static final class shmem_team_config_t {
        /// Number of contexts that the program will make from the team. This library allows any number.
        public int num_contexts;
    }

    /// The configuration of a session of a context.
    public static final class shmem_ctx_session_config_t {
        /// The expected number of operations.
        public long total_ops;
    }

    /// The team of all PEs.
    public static final shmem_team_t SHMEM_TEAM_WORLD = new shmem_team_t("SHMEM_TEAM_WORLD", null);

    /// The team of the PEs whose memory this PE can load and store.
    public static final shmem_team_t SHMEM_TEAM_SHARED = new shmem_team_t("SHMEM_TEAM_SHARED", null);

    /// The handle of no team: of a PE that is not a member, or after a failed split.
    public static final shmem_team_t SHMEM_TEAM_INVALID = new shmem_team_t("SHMEM_TEAM_INVALID", null);

    /// The default context, which names without a context use.
    public static final shmem_ctx_t SHMEM_CTX_DEFAULT = new shmem_ctx_t("SHMEM_CTX_DEFAULT", null, SHMEM_TEAM_WORLD);

    /// The handle of no context.
    public static final shmem_ctx_t SHMEM_CTX_INVALID = new shmem_ctx_t("SHMEM_CTX_INVALID", null, SHMEM_TEAM_INVALID);

    static shmem_team_t handle(Team team) {
        return new shmem_team_t("team of " + team.nPes() + " PEs", team);
    }

    static shmem_ctx_t handle(Ctx ctx, shmem_team_t team) {
        return new shmem_ctx_t("context of " + team, ctx, team);
    }

    /// The team of a handle. Refuses null.
    static Team team(shmem_team_t team) {
        if (team == null) throw new NullPointerException(who() + "team is null; give SHMEM_TEAM_WORLD for all PEs");
        return team.team();
    }

    /// The context of a handle, which is null for the default one. Refuses a null handle.
    static Ctx ctx(shmem_ctx_t ctx) {
        if (ctx == null)
            throw new NullPointerException(who() + "ctx is null; give SHMEM_CTX_DEFAULT for the default one");
        return ctx.ctx();
    }

    /// An array as seen through a context.
    static <S extends SymArray<?, S>> S on(shmem_ctx_t ctx, S x) {
        Ctx given = ctx(ctx);
        return given == null ? x : x.on(given);
    }

    /// A signal as seen through a context.
    static Signal on(shmem_ctx_t ctx, Signal x) {
        Ctx given = ctx(ctx);
        return given == null ? x : x.on(given);
    }

    /// Calls `created` for a context that was created, `byDefault` for the default one, and neither for the invalid
    /// one.
    static void through(shmem_ctx_t ctx, Consumer<Ctx> created, Consumer<Shmem> byDefault) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) byDefault.accept(pe());
        else created.accept(given);
    }

    /// Whether a team has a member with this number. The invalid team has no members.
    static boolean isMember(shmem_team_t team, int pe) {
        return team != SHMEM_TEAM_INVALID && pe >= 0 && pe < team(team).nPes();
    }

    private static IllegalArgumentException invalid(String name, String why) {
        return new IllegalArgumentException("%s%s cannot be used%s".formatted(who(), name, why));
    }
}
