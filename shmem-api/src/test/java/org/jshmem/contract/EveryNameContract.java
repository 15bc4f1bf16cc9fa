// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.ShmemLock;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.jshmem.Symmetric;
import org.jshmem.codegen.Operator;
import org.jshmem.codegen.Type;
import org.jshmem.codegen.Type.Ability;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Test;

/// Every C name does what it says, for every type that it has. That the names are those of the table of routines
/// is what `RoutineTest` says.
public abstract class EveryNameContract extends ApiContract {
    private static final int PES = 3;
    private static final int N = 8;

    private static ElementKind<?, ?> kind(Type type) {
        return ElementKind.ALL.get(type.ordinal());
    }

    /// Calls by name, and remembers which.
    private static final class Names {
        final Set<String> called = new TreeSet<>();
        final int me = OpenShmem._my_pe();
        final int next = (me + 1) % PES;
        final int last = (me + PES - 1) % PES;
        final SymLongs pSync;

        Names() {
            pSync = OpenShmem.shmalloc_long(OpenShmem.SHMEM_SYNC_SIZE);
            for (int i = 0; i < pSync.length(); i++) pSync.set(i, OpenShmem.SHMEM_SYNC_VALUE);
            OpenShmem.shmem_barrier_all();
        }

        Object call(String name, Object... arguments) {
            for (Method m : OpenShmem.class.getMethods()) {
                if (!m.getName().equals(name) || !fits(m.getParameterTypes(), arguments)) continue;
                called.add(signature(m));
                try {
                    m.setAccessible(true); // the names are in classes that are not public
                    return m.invoke(null, arguments);
                } catch (InvocationTargetException e) {
                    throw new AssertionError(name, e.getCause());
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
            throw new AssertionError("no " + name + " of " + Arrays.toString(arguments));
        }

        private static boolean fits(Class<?>[] types, Object[] arguments) {
            if (types.length != arguments.length) return false;
            for (int i = 0; i < types.length; i++) {
                Class<?> boxed = types[i].isPrimitive()
                        ? Array.get(Array.newInstance(types[i], 1), 0).getClass()
                        : types[i];
                if (!boxed.isInstance(arguments[i])) return false;
            }
            return true;
        }

        static String signature(Method m) {
            return m.getName()
                    + Arrays.stream(m.getParameterTypes())
                            .map(Class::getSimpleName)
                            .toList();
        }

        /// A symmetric array of a C type.
        @SuppressWarnings("unchecked") // of what the type stands for
        <A, S extends SymArray<A, S>> S make(String type, int n) {
            return (S) call("shmalloc_" + type, (long) n);
        }
    }

    /// A number as an element.
    private static <A, S extends SymArray<A, S>> Object element(ElementKind<A, S> kind, long value) {
        A array = kind.array(1);
        kind.set(array, 0, value);
        return Array.get(array, 0);
    }

    private static long number(Object element) {
        return ((Number) element).longValue();
    }

    /// A Java array of `first`, `first + 1`, ...
    private static <A, S extends SymArray<A, S>> A counting(ElementKind<A, S> kind, long first) {
        A array = kind.array(N);
        for (int i = 0; i < N; i++) kind.set(array, i, first + i);
        return array;
    }

    /// This PE's copy begins so.
    private static <A, S extends SymArray<A, S>> void expect(
            ElementKind<A, S> kind, S x, String what, long... expected) {
        A got = kind.array(expected.length);
        x.get(0, got, 0, expected.length, OpenShmem._my_pe());
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], number(Array.get(got, i)), what + " at " + i);
        }
        OpenShmem.shmem_barrier_all(); // whoever writes here next waits until all have looked
    }

    @Test
    void everyNameDoesWhatItSays() throws Exception {
        launch(PES, CONFIG, () -> {
            OpenShmem.start_pes(0);
            Names names = new Names();
            for (Type type : Type.values()) {
                transfers(names, type.c(), kind(type));
                elements(names, type.c(), kind(type));
                if (type.has(Ability.TO_ALL)) reductions(names, type, kind(type));
                if (type.has(Ability.SWAP)) atomics(names, type, kind(type));
            }
            widths(names, "32", "int", kind(Type.INT));
            widths(names, "64", "long", kind(Type.LONG));
            memory(names);
            waits(names);
            theRest(names);
            Set<String> left = new TreeSet<>();
            for (Method m : OpenShmem.class.getMethods()) {
                if (Modifier.isStatic(m.getModifiers())) left.add(Names.signature(m));
            }
            left.removeAll(names.called);
            left.removeIf(name -> name.matches("(start_pes|shmem_init|shmem_finalize|shmem_global_exit)\\[.*"));
            assertEquals(Set.of(), left, "not called here");
        });
    }

    private static <A, S extends SymArray<A, S>> void transfers(Names names, String type, ElementKind<A, S> kind) {
        String c = "shmem_" + type;
        A data = counting(kind, 10L * names.me);
        long from = 10L * names.last;
        S x = names.make(type, N);
        S own = names.make(type, N);
        own.put(data, names.me);
        for (String end : List.of("_put", "_put_nbi")) {
            names.call(c + end, x, data, 3, names.next);
            OpenShmem.shmem_barrier_all();
            expect(kind, x, c + end, from, from + 1, from + 2, 0);
            x.put(kind.array(N), names.me);
            OpenShmem.shmem_barrier_all();
            names.call(c + end, x, own, 2L, names.next);
            OpenShmem.shmem_barrier_all();
            expect(kind, x, c + end, from, from + 1, 0);
        }
        names.call(c + "_put", x, 4L, data, 1, 2, names.next);
        OpenShmem.shmem_barrier_all();
        expect(kind, x, c + "_put", from, from + 1, 0, 0, from + 1, from + 2, 0);
        long theirs = 10L * names.next;
        for (String end : List.of("_get", "_get_nbi")) {
            A got = kind.array(N);
            names.call(c + end, got, own, 2, names.next);
            OpenShmem.shmem_quiet();
            assertEquals(theirs + 1, number(Array.get(got, 1)), c + end);
            assertEquals(0, number(Array.get(got, 2)), c + end);
            x.put(kind.array(N), names.me);
            names.call(c + end, x, own, 3L, names.next);
            OpenShmem.shmem_quiet();
            expect(kind, x, c + end, theirs, theirs + 1, theirs + 2, 0);
        }
        A got = kind.array(N);
        names.call(c + "_get", got, 1, own, 5L, 2, names.next);
        assertEquals(theirs + 6, number(Array.get(got, 2)), c + "_get");
        OpenShmem.shmem_barrier_all();
    }

    private static <A, S extends SymArray<A, S>> void elements(Names names, String type, ElementKind<A, S> kind) {
        String c = "shmem_" + type;
        S x = names.make(type, N);
        names.call(c + "_p", x, element(kind, 20 + names.me), names.next);
        names.call(c + "_p", x, 3L, element(kind, 30 + names.me), names.next);
        OpenShmem.shmem_barrier_all();
        expect(kind, x, c + "_p", 20 + names.last, 0, 0, 30 + names.last, 0);
        assertEquals(20 + names.me, number(names.call(c + "_g", x, names.next)), c + "_g");
        assertEquals(30 + names.me, number(names.call(c + "_g", x, 3L, names.next)), c + "_g");
        OpenShmem.shmem_barrier_all();
        names.call(c + "_iput", x, counting(kind, 1), 2L, 3, 3, names.next); // 1 4 7 to 0 2 4
        OpenShmem.shmem_barrier_all();
        expect(kind, x, c + "_iput", 1, 0, 4, 30 + names.last, 7, 0);
        A got = kind.array(N);
        names.call(c + "_iget", got, x, 3, 2L, 2, names.next); // from 0 2 to 0 3
        assertEquals(1, number(Array.get(got, 0)), c + "_iget");
        assertEquals(4, number(Array.get(got, 3)), c + "_iget");
        assertEquals(0, number(Array.get(got, 1)) + number(Array.get(got, 2)), c + "_iget");
        OpenShmem.shmem_barrier_all();
    }

    private static <A, S extends SymArray<A, S>> void reductions(Names names, Type type, ElementKind<A, S> kind) {
        S src = names.make(type.c(), 2);
        S dst = names.make(type.c(), 2);
        S work = names.make(type.c(), OpenShmem.SHMEM_REDUCE_MIN_WRKDATA_SIZE);
        A data = kind.array(2);
        long[][] brought = {{6, 5}, {3, 13}, {10, 9}};
        for (int i = 0; i < 2; i++) kind.set(data, i, brought[names.me][i]);
        src.put(data, names.me);
        for (Op op : Op.values()) {
            Operator operator = Operator.valueOf(op.name());
            if (!operator.of(type)) continue;
            String name = "shmem_%s_%s_to_all".formatted(type.c(), operator.c());
            names.call(name, dst, src, 2, 0, 0, PES, work, names.pSync);
            long[] all = new long[2];
            for (int i = 0; i < 2; i++) {
                all[i] = Cells.combine(op, Cells.combine(op, brought[0][i], brought[1][i]), brought[2][i]);
            }
            expect(kind, dst, name, all);
        }
    }

    private static <A, S extends SymArray<A, S>> void atomics(Names names, Type type, ElementKind<A, S> kind) {
        String c = "shmem_" + type.c();
        S x = names.make(type.c(), N);
        int pe = names.next;
        names.call(c + "_set", x, element(kind, 5), pe);
        names.call(c + "_set", x, 2L, element(kind, 7), pe);
        assertEquals(5, number(names.call(c + "_swap", x, element(kind, 6), pe)), c + "_swap");
        assertEquals(7, number(names.call(c + "_swap", x, 2L, element(kind, 8), pe)), c + "_swap");
        assertEquals(6, number(names.call(c + "_fetch", x, pe)), c + "_fetch");
        assertEquals(8, number(names.call(c + "_fetch", x, 2L, pe)), c + "_fetch");
        if (type.has(Ability.ATOMIC)) arithmetic(names, c, x, kind, pe);
        OpenShmem.shmem_barrier_all();
        if (type == Type.LONG) assertEquals(0, number(names.call("shmem_swap", x.slice(5, 1), 1L, names.me)));
    }

    private static void arithmetic(Names names, String c, SymArray<?, ?> x, ElementKind<?, ?> kind, int pe) {
        assertEquals(6, number(names.call(c + "_cswap", x, element(kind, 5), element(kind, 9), pe)), c + "_cswap");
        assertEquals(6, number(names.call(c + "_cswap", x, element(kind, 6), element(kind, 9), pe)), c + "_cswap");
        assertEquals(8, number(names.call(c + "_cswap", x, 2L, element(kind, 8), element(kind, 4), pe)), c + "_cswap");
        assertEquals(9, number(names.call(c + "_fadd", x, element(kind, 2), pe)), c + "_fadd");
        assertEquals(4, number(names.call(c + "_fadd", x, 2L, element(kind, 3), pe)), c + "_fadd");
        assertEquals(11, number(names.call(c + "_finc", x, pe)), c + "_finc");
        assertEquals(7, number(names.call(c + "_finc", x, 2L, pe)), c + "_finc");
        names.call(c + "_add", x, element(kind, 10), pe);
        names.call(c + "_add", x, 2L, element(kind, 20), pe);
        names.call(c + "_inc", x, pe);
        names.call(c + "_inc", x, 2L, pe);
        OpenShmem.shmem_quiet();
        assertEquals(23, number(names.call(c + "_fetch", x, pe)), c + "_add and _inc");
        assertEquals(29, number(names.call(c + "_fetch", x, 2L, pe)), c + "_add and _inc");
    }

    /// Names that end in the bits of an element.
    private static <A, S extends SymArray<A, S>> void widths(
            Names names, String bits, String type, ElementKind<A, S> kind) {
        int me = names.me;
        long from = 10L * names.last;
        A data = counting(kind, 10L * me);
        S x = names.make(type, 2 * N);
        S own = names.make(type, N);
        own.put(data, me);
        names.call("shmem_put" + bits, x, data, 2, names.next);
        OpenShmem.shmem_barrier_all();
        expect(kind, x, "put" + bits, from, from + 1, 0);
        names.call("shmem_put" + bits, x, own, 3L, names.next);
        OpenShmem.shmem_barrier_all();
        expect(kind, x, "put" + bits, from, from + 1, from + 2, 0);
        A got = kind.array(N);
        names.call("shmem_get" + bits, got, own, 2, names.last);
        assertEquals(from + 1, number(Array.get(got, 1)));
        names.call("shmem_get" + bits, x, own, 4L, names.last);
        expect(kind, x, "get" + bits, from, from + 1, from + 2, from + 3, 0);
        names.call("shmem_broadcast" + bits, x, own, 2L, 1, 0, 0, PES, names.pSync);
        if (me != 1) expect(kind, x, "broadcast" + bits, 10, 11, from + 2);
        else expect(kind, x, "broadcast" + bits, from, from + 1, from + 2); // the root's is left as it was
        OpenShmem.shmem_barrier_all();
        names.call("shmem_collect" + bits, x, own, 1L + me, 0, 0, PES, names.pSync);
        expect(kind, x, "collect" + bits, 0, 10, 11, 20, 21, 22);
        names.call("shmem_fcollect" + bits, x, own, 2L, 0, 0, PES, names.pSync);
        expect(kind, x, "fcollect" + bits, 0, 1, 10, 11, 20, 21);
        names.call("shmem_alltoall" + bits, x, own, 1L, 0, 0, PES, names.pSync);
        expect(kind, x, "alltoall" + bits, me, 10 + me, 20 + me, 11, 20, 21);
        names.call("shmem_alltoalls" + bits, x, own, 3L, 2L, 1L, 0, 0, PES, names.pSync);
        expect(kind, x, "alltoalls" + bits, 2L * me, 10 + me, 20 + me, 10 + 2 * me, 20, 21, 20 + 2 * me);
    }

    private static void memory(Names names) {
        SymMem m = (SymMem) names.call("shmalloc", 100L);
        assertEquals(100, m.length());
        SymMem n = (SymMem) names.call("shmem_malloc", 100L);
        names.call("shmem_putmem", m, new byte[] {7, 8}, 2, names.next);
        names.call("shmem_putmem", n, m, 0L, names.next);
        OpenShmem.shmem_barrier_all();
        byte[] got = new byte[2];
        names.call("shmem_getmem", got, m, 2, names.next);
        assertEquals(8, got[1]);
        names.call("shmem_getmem", n, m, 2L, names.next);
        n.get(got, names.me);
        assertEquals(7, got[0]);
        OpenShmem.shmem_barrier_all();
        m = (SymMem) names.call("shrealloc", m, 200L);
        n = (SymMem) names.call("shmem_realloc", n, 300L);
        assertEquals(500, m.length() + n.length());
        names.call("shfree", m);
        names.call("shmem_free", n);
        assertEquals(0, ((SymMem) names.call("shmemalign", 4096L, 8L)).byteOffset() % 4096);
        assertEquals(0, ((SymMem) names.call("shmem_align", 512L, 8L)).byteOffset() % 512);
        assertEquals(12, ((SymMem) names.call("shmem_calloc", 3L, 4L)).length());
        Symmetric x = (Symmetric) names.call("shmalloc_char", 4L);
        assertEquals(1, names.call("shmem_addr_accessible", x, names.next));
        assertEquals(0, names.call("shmem_addr_accessible", x, PES));
        assertEquals(x.ptr(names.next), names.call("shmem_ptr", x, names.next));
    }

    private static void waits(Names names) {
        for (Type type : Type.values()) {
            if (!type.has(Ability.WAIT)) continue;
            ElementKind<?, ?> kind = kind(type);
            SymArray<?, ?> x = (SymArray<?, ?>) names.call("shmalloc_" + type.c(), 4L);
            names.call("shmem_" + type.c() + "_p", x, element(kind, 5), names.me);
            names.call("shmem_" + type.c() + "_p", x, 2L, element(kind, 6), names.me);
            for (String wait : type == Type.LONG ? List.of("_long", "") : List.of("_" + type.c())) {
                names.call("shmem" + wait + "_wait", x, element(kind, 6));
                names.call("shmem" + wait + "_wait", x, 2L, element(kind, 5));
                names.call("shmem" + wait + "_wait_until", x, Cmp.EQ, element(kind, 5));
                names.call("shmem" + wait + "_wait_until", x, 2L, Cmp.GT, element(kind, 5));
            }
        }
        SymShorts flag = (SymShorts) names.call("shmalloc_short", 1L);
        OpenShmem.shmem_barrier_all();
        flag.p(0, (short) 1, names.next);
        names.call("shmem_short_wait", flag, (short) 0);
        OpenShmem.shmem_barrier_all();
    }

    private static void theRest(Names names) {
        for (String name : List.of("_my_pe", "my_pe", "shmem_my_pe")) assertEquals(names.me, names.call(name));
        for (String name : List.of("_num_pes", "num_pes", "shmem_n_pes")) assertEquals(PES, names.call(name));
        assertEquals(1, names.call("shmem_pe_accessible", PES - 1));
        ShmemLock lock = (ShmemLock) names.call("shmalloc_lock");
        if (names.me == 1) {
            names.call("shmem_set_lock", lock);
            names.call("shmem_clear_lock", lock);
            assertEquals(0, names.call("shmem_test_lock", lock));
        }
        names.call("shmem_barrier_all");
        if (names.me != 1) assertEquals(1, names.call("shmem_test_lock", lock));
        names.call("shmem_sync_all");
        if (names.me == 1) lock.clear();
        names.called.add("shmem_test_lock[ShmemLock]");
        for (String name : List.of("shmem_fence", "shmem_quiet")) names.call(name);
        for (String name : List.of("shmem_set_cache_inv", "shmem_clear_cache_inv", "shmem_udcflush")) names.call(name);
        for (String name : List.of("set_cache_line_inv", "clear_cache_line_inv", "udcflush_line")) {
            names.call("shmem_" + name, names.pSync);
        }
        names.call("shmem_barrier", 0, 0, PES, names.pSync);
        names.call("shmem_sync", 0, 0, PES, names.pSync);
        names.called.add("shmem_set_lock[ShmemLock]");
        names.called.add("shmem_clear_lock[ShmemLock]");
    }
}
