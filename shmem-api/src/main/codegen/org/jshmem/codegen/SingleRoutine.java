// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A routine that C has once, not for each element type or width. Each of its names is a method of
/// `org.jshmem.compat`.
///
/// @param names its name in C, then older names of the same routine
/// @param generics type parameters, with a blank; empty for none
/// @param returns its result in Java
/// @param parameters type and name of each parameter
/// @param body the Java statements
/// @param summary its effect, for the Javadoc; empty if the result describes it
/// @param result its result, for the Javadoc; empty for `void`
record SingleRoutine(
        List<String> names,
        String generics,
        String returns,
        List<String> parameters,
        String body,
        String summary,
        String result) {

    /*
     * # class that gets the methods
     * result name older-name(parameters) | body | summary | what is returned
     *
     * An older name has the Javadoc of the first one, and a note that it is older. PARAMETERS describes a parameter
     * by its name, or by routine.name if that routine differs. Bodies call Support, Handles, ActiveSets and Teams.
     */
    private static final String TABLE = """
            # SetupNames
            void start_pes(int npes) | Current.start() | Joins the job, unless this PE has joined already; this session is finalized when the program ends. |
            void shmem_init() | Shmem.init() | Joins the job; needs its [#shmem_finalize]. |
            int shmem_init_thread(int requested, int[] provided) | Shmem.init(new Config(0, level(requested), Duration.ZERO)); shmem_query_thread(provided); return 0 | Joins the job and stores the thread level that it provides in `provided[0]`. Returns 0. | 0
            void shmem_query_thread(int[] provided) | provided[0] = Current.pe().threadLevel().ordinal() | Stores the thread level that the job provides in `provided[0]`. |
            void shmem_query_initialized(int[] initialized) | initialized[0] = Shmem.isInitialized() ? 1 : 0 | Stores 1 in `initialized[0]` if this PE is between its first init and the matching last finalize, else 0. Callable at any time. |
            void shmem_finalize() | Current.pe().close() | Leaves the job. The session ends with as many of these as there were inits. Collective. |
            Error shmem_global_exit(int status) | throw Current.pe().globalExit(status) | Ends the whole job; never returns. | nothing: the call does not return
            int shmem_my_pe _my_pe my_pe() | return Current.pe().myPe() | | this PE's number
            int shmem_n_pes _num_pes num_pes() | return Current.pe().nPes() | | the number of PEs
            void shmem_info_get_version(int[] major, int[] minor) | major[0] = Current.pe().specVersion().major(); minor[0] = Current.pe().specVersion().minor() | Stores the version of the specification in `major[0]` and `minor[0]`. |
            void shmem_info_get_name(byte[] name) | terminated(name, Current.pe().name()) | Stores the library's name in `name`, which has `SHMEM_MAX_NAME_LEN` bytes, with a 0 after it. |
            String shmem_info_get_name() | return Current.pe().name() | | the library's name, which C stores in an array of characters
            void shmem_pcontrol(int level, Object... more) | Current.pe().pcontrol(level) | Sets the level of profiling: 0 and below off, 1 on, 2 flushes, above that for tools, which get `more`. |
            int shmem_pe_accessible(int pe) | return Current.pe().peAccessible(pe) ? 1 : 0 | | 1 for a PE that exists, else 0
            int shmem_addr_accessible(Symmetric addr, int pe) | return addr != null && addr.accessible(pe) ? 1 : 0 | | 1 for an object that put and get reach on that PE, else 0
            int shmem_addr_accessible(Object addr, int pe) | return 0 | Returns 0: memory of the program is not symmetric. | 0
            MemorySegment shmem_ptr(Symmetric dest, int pe) | return dest.accessible(pe) ? dest.ptr(pe) : null | Returns the object's memory on that PE for plain loads and stores. | the memory; null if this PE cannot load and store there
            <S extends SymArray<?, S>> MemorySegment shmem_ptr(S dest, long i, int pe) | return shmem_ptr(tail(dest, i), pe) | As [#shmem_ptr(Symmetric, int)], from `&dest[i]` on. | the memory; null if this PE cannot load and store there
            MemorySegment shmem_team_ptr(shmem_team_t team, Symmetric dest, int pe) | return isMember(team, pe) ? dest.ptr(team(team), pe) : null | Returns the object's memory on a member of a team for plain loads and stores. | the memory; null for the invalid team, and if this PE cannot load and store there
            <S extends SymArray<?, S>> MemorySegment shmem_team_ptr(shmem_team_t team, S dest, long i, int pe) | return shmem_team_ptr(team, tail(dest, i), pe) | As [#shmem_team_ptr(shmem_team_t, Symmetric, int)], from `&dest[i]` on. | the memory; null for the invalid team, and if this PE cannot load and store there
            SymMem shmem_malloc shmalloc(long size) | return Current.pe().mem(size) | Allocates zeroed symmetric bytes. Collective; 0 bytes are an empty object, without a barrier. | the memory, at the same offset on every PE
            SymMem shmem_align shmemalign(long alignment, long size) | return Current.pe().mem(size, alignment) | Allocates aligned symmetric bytes. | the memory, at the same offset on every PE
            SymMem shmem_calloc(long count, long size) | return Current.pe().mem(Math.multiplyExact(count, size)) | Allocates `count` times `size` zeroed symmetric bytes. | the memory, at the same offset on every PE
            SymMem shmem_malloc_with_hints(long size, long hints) | return Current.pe().mem(size) | Allocates symmetric bytes. Hints have no effect: all memory serves atomics and signals. | the memory, at the same offset on every PE
            SymMem shmem_realloc shrealloc(SymMem ptr, long size) | return ptr == null ? Current.pe().mem(size) : ptr.realloc(size) | Changes the size, in bytes; the old object is dead. Null allocates. | the memory that has the bytes now
            <S extends SymArray<?, S>> S shmem_realloc(S ptr, long size) | return ptr.realloc(elements("shmem_realloc", ptr, 8, size)) | Changes the size, in bytes, of an array of elements; the old object is dead. | the array that has the elements now
            void shmem_free shfree(Symmetric ptr) | if (ptr != null) ptr.free() | Gives memory back; null does nothing. Collective. |
            void shmem_free(ShmemLock lock) | if (lock != null) lock.free() | Gives a lock back. Collective. |
            Signal shmalloc_signal() | return Current.pe().signal() | Allocates a signal that is 0: C's symmetric `uint64_t`. | the signal
            Signal[] shmalloc_signals(int n) | return Current.pe().signals(n) | Allocates `n` signals that are 0. | the signals
            ShmemLock shmalloc_lock() | return Current.pe().lock() | Allocates a lock that is free: C's symmetric `long` of 0. | the lock
            ShmemLock[] shmalloc_locks(int n) | ShmemLock[] locks = new ShmemLock[n]; Arrays.setAll(locks, i -> Current.pe().lock()); return locks | Allocates `n` locks that are free. | the locks
            # SignalNames
            void shmem_signal_set(Signal sig_addr, long signal, int pe) | sig_addr.set(signal, pe) | Sets a signal on PE `pe`. |
            void shmem_ctx_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) | on(ctx, sig_addr).set(signal, pe) | Sets a signal on PE `pe` of a context's team. |
            void shmem_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) | on(ctx, sig_addr).set(signal, pe) | Sets a signal on PE `pe` of a context's team; C11's name. |
            void shmem_signal_add(Signal sig_addr, long signal, int pe) | sig_addr.add(signal, pe) | Adds to a signal on PE `pe`. |
            void shmem_ctx_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) | on(ctx, sig_addr).add(signal, pe) | Adds to a signal on PE `pe` of a context's team. |
            void shmem_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) | on(ctx, sig_addr).add(signal, pe) | Adds to a signal on PE `pe` of a context's team; C11's name. |
            long shmem_signal_fetch(Signal sig_addr) | return sig_addr.fetch() | | this PE's own signal
            long shmem_signal_wait_until(Signal sig_addr, Cmp cmp, long cmp_value) | return sig_addr.waitUntil(cmp, cmp_value) | Waits until this PE's own signal compares so, without a sign, and returns the value that did. | the value that satisfied the comparison; the signal may have changed since
            # OrderNames
            void shmem_barrier_all() | Current.pe().barrierAll() | Completes this PE's updates, then waits for all PEs. Collective. |
            void shmem_sync_all() | Current.pe().syncAll() | Waits for all PEs. Collective. |
            void shmem_fence() | Current.pe().fence() | Orders this PE's updates at each PE. |
            void shmem_ctx_fence(shmem_ctx_t ctx) | through(ctx, Ctx::fence, Shmem::fence) | Orders this PE's updates of a context at each PE; nothing for the invalid one. |
            void shmem_quiet() | Current.pe().quiet() | Completes this PE's updates everywhere. |
            void shmem_ctx_quiet(shmem_ctx_t ctx) | through(ctx, Ctx::quiet, Shmem::quiet) | Completes this PE's updates of a context everywhere; nothing for the invalid one. |
            void shmem_pe_quiet(int[] target_pes, long npes) | Current.pe().quiet(first(target_pes, npes)) | Completes this PE's updates on the first `npes` of these PEs. |
            void shmem_ctx_pe_quiet(shmem_ctx_t ctx, int[] target_pes, long npes) | through(ctx, c -> c.quiet(first(target_pes, npes)), sh -> sh.quiet(first(target_pes, npes))) | Completes this PE's updates of a context on the first `npes` of these PEs; nothing for the invalid one. |
            void shmem_wait(SymLongs ivar, long cmp_value) | ivar.waitUntil(0, Cmp.NE, cmp_value) | Waits until this PE's own element differs from `cmp_value`; the name of 1.0. |
            void shmem_wait(SymLongs ivar, long i, long cmp_value) | ivar.waitUntil(i, Cmp.NE, cmp_value) | Waits until this PE's own element `i` differs from `cmp_value`; the name of 1.0. |
            void shmem_set_lock(ShmemLock lock) | lock.set() | Waits for the lock. |
            int shmem_test_lock(ShmemLock lock) | return lock.test() ? 0 : 1 | Acquires the lock if no PE holds it. | 0 if this PE holds the lock now, 1 if another PE holds it
            void shmem_clear_lock(ShmemLock lock) | lock.clear() | Completes this PE's updates, then releases the lock. |
            void shmem_set_cache_inv() | | Does nothing: caches are coherent. |
            void shmem_clear_cache_inv() | | Does nothing: caches are coherent. |
            void shmem_udcflush() | | Does nothing: caches are coherent. |
            void shmem_set_cache_line_inv(Symmetric target) | | Does nothing: caches are coherent. |
            void shmem_clear_cache_line_inv(Symmetric target) | | Does nothing: caches are coherent. |
            void shmem_udcflush_line(Symmetric target) | | Does nothing: caches are coherent. |
            # TeamNames
            int shmem_team_my_pe(shmem_team_t team) | return team == SHMEM_TEAM_INVALID ? -1 : team(team).myPe() | | this PE's number in a team, -1 for the invalid one
            int shmem_team_n_pes(shmem_team_t team) | return team == SHMEM_TEAM_INVALID ? -1 : team(team).nPes() | | the number of members, -1 for the invalid team
            int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team) | return dest_team != SHMEM_TEAM_INVALID && isMember(src_team, src_pe) ? team(src_team).translate(src_pe, team(dest_team)) : -1 | | the number in `dest_team` of a member of `src_team`, or -1
            int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, shmem_team_config_t config, long config_mask, shmem_team_t[] new_team) | return split(parent_team, start, stride, size, config, config_mask, new_team, 0) | Makes a team of members `start + k * stride` of its parent and stores it in `new_team[0]`, the invalid one for a PE that is not a member. Where the members cannot form a team, stores the invalid one. Collective. | 0; another number if there is no such team, on all PEs of the parent
            int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, shmem_team_config_t config, long config_mask, shmem_team_t[] new_team, int to) | return split(parent_team, start, stride, size, config, config_mask, new_team, to) | As above, into `&new_team[to]`. | 0; another number if there is no such team, on all PEs of the parent
            int shmem_team_split_2d(shmem_team_t parent_team, int xrange, shmem_team_config_t xaxis_config, long xaxis_mask, shmem_team_t[] xaxis_team, shmem_team_config_t yaxis_config, long yaxis_mask, shmem_team_t[] yaxis_team) | return split2d(parent_team, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config, yaxis_mask, yaxis_team) | Makes the teams of this PE's row and column where rows have `xrange` members, and stores them in `xaxis_team[0]` and `yaxis_team[0]`; invalid ones where there are no such teams. Collective. | 0; another number if there is no such team, on all PEs of the parent
            int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t config) | if (team == SHMEM_TEAM_INVALID) return FAILED; if ((config_mask & SHMEM_TEAM_NUM_CONTEXTS) != 0) config.num_contexts = team.config.num_contexts; return 0 | Stores what a team was made with in the fields of `config` that the mask names. | 0; another number for the invalid team
            void shmem_team_destroy(shmem_team_t team) | if (team != SHMEM_TEAM_INVALID) team(team).close() | Ends a team and its contexts; nothing for the invalid one. Collective. |
            int shmem_team_sync(shmem_team_t team) | team(team).sync(); return 0 | Waits for the members of a team. Collective. | 0
            int shmem_sync(shmem_team_t team) | team(team).sync(); return 0 | Waits for the members of a team; C11's name. Collective. | 0
            int shmem_ctx_create(long options, shmem_ctx_t[] ctx) | return create(SHMEM_TEAM_WORLD, options, ctx, 0) | Makes a context of all PEs and stores it in `ctx[0]`. | 0
            int shmem_ctx_create(long options, shmem_ctx_t[] ctx, int to) | return create(SHMEM_TEAM_WORLD, options, ctx, to) | Makes a context of all PEs and stores it in `ctx[to]`. | 0
            int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx) | return create(team, options, ctx, 0) | Makes a context with the PE numbers of a team and stores it in `ctx[0]`; the invalid context for the invalid team. | 0; another number for the invalid team
            int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t[] ctx, int to) | return create(team, options, ctx, to) | Makes a context with the PE numbers of a team and stores it in `ctx[to]`; the invalid context for the invalid team. | 0; another number for the invalid team
            void shmem_ctx_destroy(shmem_ctx_t ctx) | through(ctx, Ctx::close, Teams::keepDefault) | Completes and ends a context; nothing for the invalid one. The default context cannot be ended. |
            int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t[] team) | team[0] = ctx.team; return ctx == SHMEM_CTX_INVALID ? FAILED : 0 | Stores the team of a context in `team[0]`; the invalid team for the invalid context. | 0; another number for the invalid context
            void shmem_ctx_session_start(shmem_ctx_t ctx, long options, shmem_ctx_session_config_t config, long config_mask) | through(ctx, c -> c.sessionStart(hints(options)), sh -> {}) | Starts a session: a hint without effect on ordering or completion; nothing for the invalid context. |
            void shmem_ctx_session_stop(shmem_ctx_t ctx) | through(ctx, Ctx::sessionStop, sh -> {}) | Ends a session; nothing for the invalid context. |
            # ActiveSetNames
            void shmem_barrier(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | set(PE_start, logPE_stride, PE_size, pSync).barrier() | Completes this PE's updates, then waits for the active set. |
            void shmem_sync(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | set(PE_start, logPE_stride, PE_size, pSync).sync() | Waits for the active set. |
            """;

    private static final String PARAMETERS = """
            <S>: type of the array, such as `SymLongs`
            PE_size: number of PEs in the set
            PE_start: number of the set's first PE
            addr: object; null is not accessible
            alignment: a power of two of at least 8, in bytes
            cmp: `SHMEM_CMP_EQ` and the like
            cmp_value: right side of the comparison, unsigned
            config: settings of the team; null if the mask is 0
            config_mask: 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `config` counts
            count: number of elements
            ctx: the context, or one of `SHMEM_CTX_DEFAULT` and `SHMEM_CTX_INVALID`
            dest: symmetric object
            dest_team: team whose numbers are returned
            hints: `SHMEM_MALLOC_ATOMICS_REMOTE` and others, ignored
            i: index of the element: C's `&x[i]`
            initialized: gets 0 or 1 in element 0
            ivar: array of which this PE's copy is compared
            level: level of profiling
            lock: the lock; all PEs name the same one
            logPE_stride: logarithm to base 2 of the distance between the set's PEs
            major: gets the number before the point in element 0
            minor: gets the number after the point in element 0
            more: arguments for a tool, ignored without one
            n: how many
            name: gets the name in ASCII, with a 0 after it
            new_team: array that gets the handle
            npes: how many elements of `target_pes` count, from 0 to its length
            options: a sum of `SHMEM_CTX_PRIVATE` and the like, or 0
            pSync: `SHMEM_SYNC_SIZE` longs that are `SHMEM_SYNC_VALUE` before and after
            parent_team: team whose members all make this call
            pe: number of the PE
            provided: gets the thread level in element 0
            ptr: object to be replaced or freed; the same on every PE
            requested: one of `SHMEM_THREAD_SINGLE` and the other levels
            shmem_calloc.size: bytes of each element
            shmem_ctx_create.ctx: array that gets the handle
            shmem_ctx_destroy.ctx: the context
            shmem_ctx_get_team.team: gets the handle of the team in element 0
            shmem_ctx_session_start.config: expected operations, ignored
            shmem_ctx_session_start.config_mask: 0, or `SHMEM_CTX_SESSION_TOTAL_OPS`, ignored
            shmem_ctx_session_start.options: `SHMEM_CTX_SESSION_BATCH`, or 0
            shmem_free.lock: lock that no PE holds; null does nothing
            shmem_team_create_ctx.ctx: array that gets the handle
            shmem_team_get_config.config: gets the settings
            shmem_team_split_strided.size: number of PEs of the new team
            shmem_wait.cmp_value: value that the element must cease to have
            sig_addr: the signal
            signal: value that is set or added, unsigned
            size: bytes on each PE
            src_pe: number of a PE
            src_team: team in which `src_pe` is a number
            start: number in the parent of the new team's PE 0
            start_pes.npes: ignored: the launcher decides
            status: exit status of the job, from 0 to 255
            stride: distance in the parent between members; it may be negative
            target: object whose cache lines C names
            target_pes: numbers of PEs, in the world or in the context's team
            team: the team, or `SHMEM_TEAM_WORLD`
            to: index in the array at which the handle is stored
            xaxis_config: settings of the row's team; null if its mask is 0
            xaxis_mask: 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `xaxis_config` counts
            xaxis_team: gets the row's team in element 0
            xrange: number of PEs of a full row, at least 1
            yaxis_config: settings of the column's team; null if its mask is 0
            yaxis_mask: 0, or `SHMEM_TEAM_NUM_CONTEXTS` if `yaxis_config` counts
            yaxis_team: gets the column's team in element 0
            """;

    private static final Pattern ROW =
            Pattern.compile("(<.*>> )?(\\S+) ([\\w ]+)\\((.*?)\\) \\| (?:(.*?) )?\\| (?:(.*?) )?\\|(?: (.*))?");
    private static final Map<String, String> DESCRIPTIONS = descriptions();

    private static Map<String, String> descriptions() {
        Map<String, String> all = new LinkedHashMap<>();
        PARAMETERS.lines().map(line -> line.split(": ", 2)).forEach(words -> all.put(words[0], words[1]));
        return all;
    }

    /// All single routines, by the class that gets them.
    static Map<String, List<SingleRoutine>> byClass() {
        Map<String, List<SingleRoutine>> all = new LinkedHashMap<>();
        List<SingleRoutine> last = List.of();
        for (String row : TABLE.lines().toList()) {
            if (row.startsWith("# ")) all.put(row.substring(2), last = new ArrayList<>());
            else last.add(of(row));
        }
        return all;
    }

    private static SingleRoutine of(String row) {
        Matcher m = ROW.matcher(row);
        if (!m.matches()) throw new IllegalArgumentException("not a row of the table of single routines: " + row);
        return new SingleRoutine(
                Arrays.asList(m.group(3).split(" ")),
                text(m.group(1)),
                m.group(2),
                m.group(4).isEmpty() ? List.of() : Arrays.asList(m.group(4).split(", ")),
                text(m.group(5)),
                text(m.group(6)),
                text(m.group(7)));
    }

    private static String text(String group) {
        return group == null ? "" : group;
    }

    /// The source lines of the methods, one method for each name.
    List<String> methods() {
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            boolean older = !name.equals(names.getFirst());
            lines.add("");
            if (summary.isEmpty()) lines.add("    /// {@return " + result + (older ? "; an older name}" : "}"));
            else lines.add("    /// " + summary + (older ? " An older name." : ""));
            List<String> tags = tags();
            if (!tags.isEmpty()) lines.add("    ///");
            for (String tag : tags) lines.add("    /// @" + tag);
            lines.add("    public static %s%s %s(%s) {"
                    .formatted(generics, returns, name, String.join(", ", parameters)));
            if (!body.isEmpty()) for (String statement : body.split("; ")) lines.add("        " + statement + ";");
            lines.add("    }");
        }
        return lines;
    }

    private List<String> tags() {
        List<String> tags = new ArrayList<>();
        if (!generics.isEmpty()) tags.add("param <S> " + description("<S>"));
        for (String parameter : parameters) {
            String name = parameter.substring(parameter.lastIndexOf(' ') + 1);
            tags.add("param " + name + " " + description(name));
        }
        if (!summary.isEmpty() && !result.isEmpty()) tags.add("return " + result);
        return tags;
    }

    private String description(String parameter) {
        String all = DESCRIPTIONS.get(parameter);
        String text = DESCRIPTIONS.getOrDefault(names.getFirst() + "." + parameter, all);
        if (text != null) return text;
        throw new IllegalArgumentException(
                names.getFirst() + ": parameter " + parameter + " has no description; add one to PARAMETERS");
    }
}
