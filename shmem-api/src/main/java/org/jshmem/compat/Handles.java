// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.function.Consumer;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymArray;
import org.jshmem.Team;

/// C's handles of teams and contexts. Named handles are the same object for all PEs of a JVM, so each is
/// resolved when it is used.
class Handles extends Support {
    Handles() {}

    /// A team.
    public static final class shmem_team_t {
        private final String name;
        private final Team team;
        final shmem_team_config_t config = new shmem_team_config_t();

        private shmem_team_t(String name, Team team) {
            this.name = name;
            this.team = team;
        }

        /// The team as `org.jshmem` has it; `IllegalArgumentException` for the invalid one.
        ///
        /// @return the team, to be ended by `shmem_team_destroy`
        public Team team() {
            if (this == SHMEM_TEAM_WORLD) return Current.pe().world();
            if (this == SHMEM_TEAM_SHARED) return Current.pe().shared();
            if (this == SHMEM_TEAM_INVALID)
                throw invalid(
                        name,
                        ": this PE is not a member, or the split failed;"
                                + " test team != SHMEM_TEAM_INVALID before the call");
            return team;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// A communication context.
    public static final class shmem_ctx_t {
        private final String name;
        private final Ctx ctx;
        final shmem_team_t team;

        private shmem_ctx_t(String name, Ctx ctx, shmem_team_t team) {
            this.name = name;
            this.ctx = ctx;
            this.team = team;
        }

        /// The context as `org.jshmem` has it; null for the default one, `IllegalArgumentException` for the
        /// invalid one.
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

    /// What a team is made with.
    public static final class shmem_team_config_t {
        /// How many contexts the program will make from the team; here any number can be made.
        public int num_contexts;
    }

    /// What a session is started with.
    public static final class shmem_ctx_session_config_t {
        /// The expected number of operations.
        public long total_ops;
    }

    /// All PEs.
    public static final shmem_team_t SHMEM_TEAM_WORLD = new shmem_team_t("SHMEM_TEAM_WORLD", null);

    /// The PEs whose memory this one can load and store.
    public static final shmem_team_t SHMEM_TEAM_SHARED = new shmem_team_t("SHMEM_TEAM_SHARED", null);

    /// No team.
    public static final shmem_team_t SHMEM_TEAM_INVALID = new shmem_team_t("SHMEM_TEAM_INVALID", null);

    /// The context of names that take none.
    public static final shmem_ctx_t SHMEM_CTX_DEFAULT = new shmem_ctx_t("SHMEM_CTX_DEFAULT", null, SHMEM_TEAM_WORLD);

    /// No context.
    public static final shmem_ctx_t SHMEM_CTX_INVALID = new shmem_ctx_t("SHMEM_CTX_INVALID", null, SHMEM_TEAM_INVALID);

    static shmem_team_t handle(Team team) {
        return new shmem_team_t("team of " + team.nPes() + " PEs", team);
    }

    static shmem_ctx_t handle(Ctx ctx, shmem_team_t team) {
        return new shmem_ctx_t("context of " + team, ctx, team);
    }

    /// The team behind a handle.
    static Team team(shmem_team_t team) {
        if (team == null) throw new NullPointerException(who() + "team is null; give SHMEM_TEAM_WORLD for all PEs");
        return team.team();
    }

    /// The context behind a handle; null for the default one.
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

    /// Does one thing with a context that was created, the other for the default one, nothing for the invalid one.
    static void through(shmem_ctx_t ctx, Consumer<Ctx> created, Consumer<Shmem> byDefault) {
        if (ctx == SHMEM_CTX_INVALID) return;
        Ctx given = ctx(ctx);
        if (given == null) byDefault.accept(Current.pe());
        else created.accept(given);
    }

    /// Whether a team has a member of that number; the invalid one has none.
    static boolean isMember(shmem_team_t team, int pe) {
        return team != SHMEM_TEAM_INVALID && pe >= 0 && pe < team(team).nPes();
    }

    private static IllegalArgumentException invalid(String name, String why) {
        return new IllegalArgumentException("%s%s cannot be used%s".formatted(who(), name, why));
    }
}
