// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.codegen.CType;
import org.jshmem.compat.OpenShmem;

/// Calls generated C names by reflection, gives each argument by its parameter's name, and compares what the call
/// did with a model of the routine.
/*
 * One-sided calls go to the next PE, whose `target` only this PE writes: it sets and looks at it without the other's help.
 * Other PEs read `source`, which stays as it is, and nothing of `dest` and `own`.
 * Elements are whole numbers: source element j of PE p is 10 p + j + 1.
 */
final class NameCalls {
    private static final int N = 32;
    private static final int PES = EveryNameContract.PES;
    private static final int BEFORE = 12;
    private static final int VALUE = 10;

    private static final Pattern TYPED = Pattern.compile("(%s)_(.*)"
            .formatted(CType.ALL.stream()
                    .map(CType::c)
                    .sorted((a, b) -> b.length() - a.length())
                    .collect(Collectors.joining("|"))));
    private static final Pattern SIZED = Pattern.compile(
            "(i?b?(?:put|get)|broadcast|f?collect|alltoalls?)(8|16|32|64|128|mem)((?:_signal)?(?:_nbi)?)");

    private final int me = OpenShmem.shmem_my_pe();
    private final int next = (me + 1) % PES;
    private final OpenShmem.shmem_ctx_t ctx;
    private final SymLongs pSync = OpenShmem.shmalloc_long(OpenShmem.SHMEM_SYNC_SIZE);
    private final Signal signal = OpenShmem.shmalloc_signal();
    private final Signal[] signals = OpenShmem.shmalloc_signals(4);
    private final Map<ElementKind<?, ?>, Arena<?, ?>> arenas = new HashMap<>();

    NameCalls() {
        for (int i = 0; i < pSync.length(); i++) pSync.set(i, OpenShmem.SHMEM_SYNC_VALUE);
        OpenShmem.shmem_ctx_t[] made = new OpenShmem.shmem_ctx_t[1];
        assertEquals(0, OpenShmem.shmem_ctx_create(0, made));
        ctx = made[0];
        for (ElementKind<?, ?> kind : ElementKind.ALL) arenas.put(kind, new Arena<>(kind));
        OpenShmem.shmem_barrier_all();
    }

    private static long sourceOf(int pe, int j) {
        return 10L * pe + j + 1;
    }

    /// Calls it, and fails where its name is not known here.
    void check(Method name) {
        name.setAccessible(true); // it is in a class that is not public
        try {
            new Call<>(name, arena(name)).check();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(name.toGenericString(), e);
        }
    }

    /// The arrays for the types of a method's parameters; bytes for widths, which have none.
    private Arena<?, ?> arena(Method name) {
        Class<?> symmetric = Arrays.stream(name.getParameterTypes())
                .filter(SymArray.class::isAssignableFrom)
                .findFirst()
                .orElse(SymArray.class);
        Matcher sized = SIZED.matcher(name.getName().replaceFirst("shmem_(ctx_)?", ""));
        int kind = switch (symmetric.getSimpleName()) {
            case "SymBytes" -> 0;
            case "SymShorts" -> 1;
            case "SymInts" -> 2;
            case "SymLongs" -> 3;
            case "SymFloats" -> 4;
            case "SymDoubles" -> 5;
            default ->
                !sized.matches()
                        ? waitsForSignals(name) ? 3 : 2
                        : switch (sized.group(2)) {
                            case "16" -> 1;
                            case "32" -> 4;
                            case "64", "128" -> 3;
                            default -> 6;
                        };
        };
        return arenas.get(ElementKind.ALL.get(kind));
    }

    private static boolean waitsForSignals(Method name) {
        return name.getParameterTypes()[0].getSimpleName().matches("Signal(\\[])?");
    }

    /// Symmetric arrays of a kind.
    private final class Arena<A, S extends SymArray<A, S>> {
        final ElementKind<A, S> kind;
        final S dest;
        final S target;
        final S source;
        final S own;

        Arena(ElementKind<A, S> kind) {
            this.kind = kind;
            Shmem sh = Shmem.init();
            dest = kind.make().apply(sh, (long) N);
            target = kind.make().apply(sh, (long) N);
            source = kind.make().apply(sh, (long) N);
            own = kind.make().apply(sh, (long) N);
            sh.close();
            source.put(sources(me), me);
        }

        A sources(int pe) {
            return numbers(j -> sourceOf(pe, j));
        }

        A numbers(java.util.function.IntToLongFunction value) {
            A array = kind.array(N);
            for (int j = 0; j < N; j++) kind.set(array, j, value.applyAsLong(j));
            return array;
        }

        long[] content(A array) {
            long[] content = new long[N];
            for (int j = 0; j < N; j++) content[j] = ((Number) Array.get(array, j)).longValue();
            return content;
        }

        long[] content(S array, int pe) {
            A got = kind.array(N);
            array.get(got, pe);
            return content(got);
        }
    }

    /// One call.
    private final class Call<A, S extends SymArray<A, S>> {
        private final Method name;
        private final Arena<A, S> arena;
        private final Map<String, Object> given = new HashMap<>();
        private final Optional<CType> type;
        private final String verb;
        private final int unit;
        private final boolean indexed;
        private final boolean isLocal;
        private final A local;

        Call(Method name, Arena<A, S> arena) {
            this.name = name;
            this.arena = arena;
            String rest = name.getName().replaceFirst("^shmem_(ctx_)?", "").replaceFirst("^shmalloc_(.*)", "$1_malloc");
            Matcher sized = SIZED.matcher(rest);
            Matcher typed = TYPED.matcher(rest);
            type = typed.matches()
                    ? CType.ALL.stream()
                            .filter(t -> t.c().equals(typed.group(1)))
                            .findFirst()
                    : Optional.empty();
            unit = sized.matches() && sized.group(2).equals("128") ? 2 : 1;
            verb = sized.matches() ? sized.group(1) + sized.group(3) : type.isPresent() ? typed.group(2) : rest;
            List<String> parameters =
                    Arrays.stream(name.getParameters()).map(Parameter::getName).toList();
            indexed = Stream.of("i", "to", "from").anyMatch(parameters::contains);
            isLocal = Arrays.stream(name.getParameters())
                    .anyMatch(p -> List.of("dest", "source", "fetch").contains(p.getName())
                            && !SymArray.class.isAssignableFrom(p.getType()));
            local = arena.numbers(j -> 0);
        }

        private int at(int index) {
            return indexed ? index : 0;
        }

        private boolean isUnsigned() {
            return type.isPresent() && type.get().isUnsigned();
        }

        private Object call() {
            Object[] arguments = new Object[name.getParameterCount()];
            for (int k = 0; k < arguments.length; k++) {
                Parameter p = name.getParameters()[k];
                Object argument = given.get(p.getName());
                if (argument == null && !given.containsKey(p.getName())) {
                    throw new AssertionError("no argument for " + p);
                }
                arguments[k] = argument;
                if (argument instanceof Number number)
                    for (ElementKind<?, ?> kind : ElementKind.ALL)
                        if (kind.component() == p.getType()) arguments[k] = kind.element(number.longValue());
            }
            try {
                return name.invoke(null, arguments);
            } catch (InvocationTargetException e) {
                throw new AssertionError(e.getCause());
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }

        void check() {
            given.put("ctx", ctx);
            given.put("pe", next);
            given.put("value", VALUE);
            given.put("cond", BEFORE);
            given.put("team", OpenShmem.SHMEM_TEAM_WORLD);
            given.put("PE_start", 0);
            given.put("logPE_stride", 0);
            given.put("PE_size", PES);
            given.put("PE_root", 1);
            given.put("pSync", pSync);
            given.put("pWrk", arena.source);
            given.put("from", 3);
            given.put("to", 2);
            given.put("i", 2);
            if (verb.equals("malloc")) {
                given.put("nelems", 5);
                SymArray<?, ?> made = (SymArray<?, ?>) call();
                assertEquals(5, made.length());
                OpenShmem.shmem_free(made);
            } else if (verb.matches("i?b?(put|get)(_signal)?(_nbi)?")) transfer();
            else if (verb.matches("[pg]")) element();
            else if (verb.matches("(wait|test).*")) waiting();
            else if (verb.matches("(broadcast|f?collect|alltoalls?).*")) movement();
            else if (verb.matches("\\w+_(reduce|to_all)|sum_..scan")) arithmetic();
            else atomic();
        }

        private void transfer() {
            boolean put = verb.contains("put");
            boolean strided = verb.startsWith("i");
            int size = verb.startsWith("ib") ? 2 : 1;
            int blocks = 3;
            int dst = strided ? 3 : 1;
            int sst = strided ? 2 : 1;
            given.put("dst", dst);
            given.put("sst", sst);
            given.put("bsize", size);
            given.put("nblocks", blocks);
            given.put("nelems", blocks);
            given.put("sig_addr", signal);
            given.put("signal", 5L);
            given.put("sig_op", SignalOp.ADD);
            boolean follows = verb.contains("signal");
            int pe = follows ? me : next;
            given.put("pe", pe);
            given.put("source", put && isLocal ? arena.sources(me) : arena.source);
            S written = put && !follows ? arena.target : arena.dest;
            given.put("dest", !put && isLocal ? local : written);
            int where = put ? pe : me;
            written.put(arena.numbers(j -> 0), where);
            OpenShmem.shmem_quiet();
            int to = at(2);
            int from = at(put ? 3 : 2); // a symmetric source's index is i where dest is the program's, or both
            long before = signal.fetch();
            call();
            OpenShmem.shmem_ctx_quiet(ctx);
            OpenShmem.shmem_quiet();
            if (follows) assertEquals(before + 5, signal.waitUntil(Cmp.NE, before));
            long[] expected = new long[N];
            for (int b = 0; b < blocks; b++) {
                for (int e = 0; e < size * unit; e++) {
                    expected[to + b * dst * unit + e] = sourceOf(put ? me : pe, from + b * sst * unit + e);
                }
            }
            assertArrayEquals(expected, !put && isLocal ? arena.content(local) : arena.content(written, where));
        }

        private boolean given(String parameter) {
            return Arrays.stream(name.getParameters()).anyMatch(p -> p.getName().equals(parameter));
        }

        private void element() {
            given.put("dest", arena.target);
            given.put("source", arena.source);
            arena.target.put(arena.numbers(j -> 0), next);
            OpenShmem.shmem_quiet();
            Object got = call();
            OpenShmem.shmem_ctx_quiet(ctx);
            OpenShmem.shmem_quiet();
            long[] expected = new long[N];
            if (verb.equals("g")) assertEquals(arena.kind.element(sourceOf(next, at(2))), got);
            else expected[at(2)] = VALUE;
            assertArrayEquals(expected, arena.content(arena.target, next));
        }

        private void atomic() {
            String what = verb.replaceFirst("^atomic_", "").replaceFirst("_nbi$", "");
            long now = switch (what.replaceFirst("^fetch_(?=.)", "")) {
                case "fetch" -> BEFORE;
                case "set", "swap", "compare_swap", "cswap" -> VALUE;
                case "inc", "finc" -> BEFORE + 1;
                case "add", "fadd" -> BEFORE + VALUE;
                case "and" -> BEFORE & VALUE;
                case "or" -> BEFORE | VALUE;
                case "xor" -> BEFORE ^ VALUE;
                default -> throw new AssertionError("not known here");
            };
            given.put("dest", arena.target);
            given.put("source", arena.target);
            given.put("fetch", isLocal ? local : arena.own);
            arena.target.put(arena.numbers(j -> BEFORE), next);
            OpenShmem.shmem_quiet();
            Object got = call();
            OpenShmem.shmem_ctx_quiet(ctx);
            OpenShmem.shmem_quiet();
            long[] expected = arena.content(arena.numbers(j -> BEFORE));
            expected[at(2)] = now;
            assertArrayEquals(expected, arena.content(arena.target, next));
            if (name.getReturnType() != void.class) assertEquals(arena.kind.element(BEFORE), got);
            if (!verb.endsWith("_nbi")) return;
            long[] fetched = isLocal ? arena.content(local) : arena.content(arena.own, me);
            assertEquals(BEFORE, fetched[at(2)]);
        }

        /// Own words are 3, 9, 9, 3; of types without a sign the 9s are the largest number, which signed is -1.
        private void waiting() {
            int base = at(2);
            S words = arena.dest;
            long high = isUnsigned() ? -1 : 9;
            A values = arena.numbers(j -> j == base + 1 || j == base + 2 ? high : 3);
            words.put(values, me);
            for (int k = 0; k < 4; k++) signals[k].set(arena.content(values)[k], me);
            OpenShmem.shmem_quiet();
            boolean vector = verb.endsWith("_vector");
            boolean all = verb.contains("_all");
            int[] indices = new int[4];
            given.put("ivar", waitsForSignals(name) ? signals[0] : words);
            given.put("ivars", waitsForSignals(name) ? signals : words);
            given.put("nelems", 4);
            given.put("status", new int[] {0, 0, 1, 0});
            given.put("indices", indices);
            given.put("cmp", Cmp.GE);
            given.put("cmp_value", verb.matches("wait|wait_until|test") || all ? (verb.equals("wait") ? 4 : 3) : 9);
            long[] least = all ? new long[] {3, 9, 100, 3} : new long[] {4, 9, 1, 4};
            A vectors = arena.kind.array(4);
            for (int k = 0; k < 4; k++) arena.kind.set(vectors, k, least[k]);
            given.put("cmp_values", vectors);
            if (verb.matches("wait_until|test")) {
                given.put("i", 3);
                given.put("cmp_value", indexed ? 9 : 3);
            }
            Object got = call();
            if (verb.contains("_any")) assertEquals(1, got);
            if (verb.contains("_some")) assertEquals(List.of(1, 1), List.of(got, indices[0]));
            if (verb.startsWith("test") && (all || verb.equals("test"))) assertEquals(1, got);
            assertTrue(!vector || verb.matches("(wait_until|test)_(all|any|some)_vector"));
        }

        private void movement() {
            boolean set = given("PE_start");
            var each = CollectiveCall.valueOf(verb.toUpperCase(Locale.ROOT));
            var a = CollectiveCall.Arguments.of(me, PES, 3, 1);
            given.put("nelems", each == CollectiveCall.COLLECT ? a.mine() : a.n());
            given.put("dst", a.dstStride());
            given.put("sst", a.srcStride());
            given.put("dest", arena.dest);
            given.put("source", arena.source);
            arena.dest.put(arena.numbers(j -> 0), me);
            OpenShmem.shmem_quiet();
            Object got = call();
            if (!set) assertEquals(0, got);
            long[] expected = new long[N];
            // the root's own dest is not written by names of active sets
            if (!set || me != 1 || each != CollectiveCall.BROADCAST) {
                long[] moved = each.expected(N - at(2), a, (pe, j) -> sourceOf(pe, at(3) + (int) j));
                System.arraycopy(moved, 0, expected, at(2), moved.length);
            }
            assertArrayEquals(expected, arena.content(arena.dest, me));
        }

        private void arithmetic() {
            Op op = Op.valueOf(verb.replaceFirst("_.*", "").toUpperCase(Locale.ROOT));
            boolean complex = type.isPresent() && type.get().isComplex();
            int n = complex ? 4 : 2;
            long[][] brought = {{6, 5, 2, 1}, {3, isUnsigned() && op != Op.PROD ? -1 : 7, 1, 2}, {2, 1, 3, 1}};
            A mine = arena.numbers(j -> j >= at(3) && j < at(3) + n ? brought[me][j - at(3)] : 0);
            arena.own.put(mine, me);
            arena.dest.put(arena.numbers(j -> 0), me);
            OpenShmem.shmem_quiet();
            given.put("dest", arena.dest);
            given.put("source", arena.own);
            given.put("nreduce", 2);
            given.put("nelems", 2);
            call();
            long[] expected = new long[N];
            int first = verb.equals("sum_exscan") ? me : PES;
            int last = verb.equals("sum_inscan") ? me + 1 : first;
            for (int e = 0; e < n; e++) {
                long all = last == 0 ? 0 : brought[0][e];
                for (int pe = 1; pe < last; pe++) all = combine(op, all, brought[pe][e]);
                expected[at(2) + e] = all;
            }
            if (complex && op == Op.PROD) product(brought, expected);
            A cut = arena.numbers(j -> expected[j]);
            assertArrayEquals(arena.content(cut), arena.content(arena.dest, me));
        }

        private long combine(Op op, long a, long b) {
            if (!isUnsigned() || op != Op.MAX && op != Op.MIN) return Cells.combine(op, a, b);
            return (Long.compareUnsigned(a, b) > 0) == (op == Op.MAX) ? a : b;
        }

        private void product(long[][] brought, long[] expected) {
            for (int e = 0; e < 4; e += 2) {
                long real = brought[0][e];
                long imaginary = brought[0][e + 1];
                for (int pe = 1; pe < PES; pe++) {
                    long r = real * brought[pe][e] - imaginary * brought[pe][e + 1];
                    imaginary = real * brought[pe][e + 1] + imaginary * brought[pe][e];
                    real = r;
                }
                expected[at(2) + e] = real;
                expected[at(2) + e + 1] = imaginary;
            }
        }
    }
}
