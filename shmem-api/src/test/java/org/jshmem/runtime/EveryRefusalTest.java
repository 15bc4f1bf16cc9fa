// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.Ctx;
import org.jshmem.CyclicLongs;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.Space;
import org.jshmem.SymArray;
import org.jshmem.SymDoubles;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.jshmem.SymWords;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.Work;
import org.jshmem.compat.OpenShmem;
import org.jshmem.contract.Pages;
import org.jshmem.contract.ThreadTransport;
import org.junit.jupiter.api.Test;

/// The words by which each method of the API refuses each wrong argument, and an object that is closed or freed.
///
/// A call has a session of its own on one PE, right arguments but one, and a line in refusals.txt, which
/// `-Ddocs.update` writes. A line with `taken` is a call that is legal.
class EveryRefusalTest {
    private static final Path TEXTS = Path.of("src/test/resources/refusals.txt");
    /// The end of a message that depends on the machine's memory, or on the algorithms of the class path.
    private static final String DEPENDS = "(?<=its memory|use one of auto), .*";

    private static final List<Class<?>> TYPES = List.of(
            Shmem.class,
            Space.class,
            Team.class,
            Ctx.class,
            ShmemLock.class,
            Signal.class,
            SymLongs.class,
            SymShorts.class,
            SymMem.class,
            CyclicLongs.class,
            OpenShmem.class);

    /// The C names of which the table has rows: those of one type, one width and one operator, and single ones.
    private static final String NAMES = "shmem_(int_(?!\\w*(_nbi|_vector|and|or|xor|min|max|prod|swap|fetch))\\w+"
            + "|(i?b?(put|get)|broadcast|f?collect|alltoalls?)(64|mem)|ctx_int_get|uint_wait_until|broadcast32"
            + "|calloc|ptr|barrier|pe_quiet|team_sync)";

    private final ThreadTransport transport = new ThreadTransport(ThreadTransport.Job.of(1), 0);

    /// What calls are made on and with, in a session.
    private static final class Objects {
        final Shmem sh = Shmem.init();
        final SymLongs x = sh.longs(10).named("x");
        final SymLongs y = sh.longs(10).named("y");
        final SymDoubles z = sh.doubles(10).named("z");
        final SymLongs gone = sh.longs(10).named("gone");
        final SymInts ints = sh.ints(10).named("x");
        final SymInts otherInts = sh.ints(10).named("y");
        final SymInts goneInts = sh.ints(10).named("gone");
        final Signal[] signals = sh.signals(2);
        final Ctx closed = sh.ctx();
        final SymLongs pSync = sh.longs(8);
        final Map<Class<?>, Object> good = new LinkedHashMap<>();

        Objects() {
            for (int k = 0; k < 8; k++) pSync.set(k, Shmem.SYNC_VALUE);
            for (Object each : List.of(
                    sh.space("heap"),
                    sh.world().splitStrided(0, 1, 1).orElseThrow(),
                    sh.ctx(),
                    sh.lock().named("l"))) {
                for (Class<?> type : TYPES) if (type.isInstance(each)) good.put(type, each);
            }
            good.put(Shmem.class, Shmem.init());
            good.put(Signal.class, sh.signal().named("s"));
            good.put(SymLongs.class, x);
            good.put(SymShorts.class, sh.shorts(10).named("x"));
            good.put(SymMem.class, sh.mem(10).named("x"));
            good.put(CyclicLongs.class, x.cyclic());
            good.put(Symmetric[].class, new Symmetric[] {y});
            good.put(Signal[].class, signals);
            good.put(MemorySegment.class, MemorySegment.ofArray(new long[4]));
            good.put(boolean[].class, new boolean[4]);
            good.put(long[].class, new long[] {2});
            good.put(int[].class, new int[1]);
            for (Object each : List.of(Cmp.NE, SignalOp.SET, Op.SUM, Collective.REDUCE, Access.PTR, Duration.ZERO))
                good.put(each.getClass(), each);
            good.put(Work.class, Work.flops(1));
            for (Object each : List.of(new double[4], new float[4], new byte[4], new Ctx.Option[0], new Ctx.Hint[0]))
                good.put(each.getClass(), each);
            for (Object each : List.of(OpenShmem.SHMEM_TEAM_WORLD, OpenShmem.SHMEM_CTX_DEFAULT))
                good.put(each.getClass(), each);
            gone.free();
            goneInts.free();
            closed.close();
        }

        /// An argument that the call takes.
        Object good(Class<?> type, Method method, Parameter p) {
            if (p.getType().isPrimitive()) {
                long value = switch (p.getName()) {
                    case "count", "myCount", "length", "value" -> type == Signal.class ? 1 : 2;
                    case "blocks", "blockSize", "dstStride", "srcStride", "stride", "size", "xrange" -> 1;
                    case "nblocks", "bsize", "nreduce", "dst", "sst", "PE_size", "npes", "cmp_value" -> 1;
                    case "nelems" -> 4; // bytes of one int, or as many words
                    case "bytes", "align" -> 64;
                    default -> 0;
                };
                return as(p, value);
            }
            if (p.getName().equals("pSync")) return pSync;
            if (p.getName().equals("target_pes")) return new int[1];
            if (type == OpenShmem.class && p.getType() == int[].class) return array(type, 10);
            if (p.getType() == Object.class) return array(type, type == OpenShmem.class ? 10 : 4);
            if (type == OpenShmem.class && p.getType().isAssignableFrom(SymInts.class))
                return p.getName().equals("dest") ? ints : otherInts;
            if (p.getName().equals("indices")) return new int[10];
            if (p.getType() == String.class) return method.getName().equals("algorithm") ? "flat" : "heap";
            if (SymArray.class.isAssignableFrom(p.getType())) {
                return type == Team.class
                        ? p.getName().equals("dst") ? x : y
                        : type == SymShorts.class ? sh.shorts(10).named("y") : type == SymMem.class ? sh.mem(10) : y;
            }
            return good.get(p.getType());
        }

        /// Arguments of other kinds, by what is wrong with them.
        Map<String, Object> wrong(Class<?> type, Parameter p) {
            Map<String, Object> wrong = new LinkedHashMap<>();
            if (p.getType().isPrimitive()) {
                for (long value : switch (p.getName()) {
                    case "index", "from", "to", "start", "count", "myCount", "blocks" ->
                        new long[] {-1, 11, Integer.MAX_VALUE};
                    case "length", "bytes" -> new long[] {-1, 1 << 20, Long.MAX_VALUE};
                    case "nelems", "nreduce", "nblocks" -> new long[] {-1, 11};
                    case "pe", "root", "logStride", "PE_root", "PE_start" -> new long[] {-1, 1};
                    case "logPE_stride" -> new long[] {-1, 40};
                    case "blockSize", "bsize" -> new long[] {-1, 2};
                    case "dstStride", "srcStride", "stride", "dst", "sst" -> new long[] {-1, 0, Long.MAX_VALUE};
                    case "size", "xrange", "PE_size", "npes" ->
                        type == OpenShmem.class ? new long[] {0, 2, Long.MAX_VALUE} : new long[] {0, 2};
                    case "align" -> new long[] {12, 4 << 20};
                    case "value" -> type == SymShorts.class ? new long[] {40_000} : new long[0];
                    default -> new long[0];
                }) wrong.put(Long.toString(value), as(p, value));
                return wrong;
            }
            wrong.put("null", null);
            if (p.getType() == Object.class) wrong.put("one element", array(type, 1));
            else if (p.getName().equals("pSync")) {
                wrong.put("short", x.slice(0, 7));
                wrong.put("not set", x);
            } else if (type == OpenShmem.class && p.getType().isAssignableFrom(SymInts.class)) {
                wrong.put("freed", goneInts);
                wrong.put("one element", otherInts.slice(0, 1));
                wrong.put("part of x", ints.slice(1, 8));
            } else if (SymArray.class.isAssignableFrom(p.getType())) {
                wrong.put("freed", gone);
                wrong.put("one element", y.slice(0, 1));
                wrong.put("part of x", x.slice(1, 8));
                if (type == Team.class) wrong.put("doubles", z);
            } else if (p.getType() == MemorySegment.class) {
                wrong.put("12 bytes", MemorySegment.ofArray(new int[3]));
                wrong.put("read-only", MemorySegment.ofArray(new long[4]).asReadOnly());
                wrong.put("8 bytes", MemorySegment.ofArray(new long[1]));
            } else if (p.getType() == Symmetric[].class) {
                wrong.put("with null", new Symmetric[] {x, null});
                wrong.put("twice", new Symmetric[] {x, y, x});
                wrong.put("with a slice", new Symmetric[] {x, x.slice(0, 1)});
                wrong.put("freed", new Symmetric[] {gone});
            } else if (p.getType() == Signal[].class) wrong.put("with null", new Signal[] {signals[0], null});
            else if (p.getType() == boolean[].class) wrong.put("short", new boolean[1]);
            else if (p.getName().equals("indices")) wrong.put("short", new int[1]);
            else if (p.getName().equals("pes")) {
                for (int[] pes : new int[][] {{}, {1}, {-1}, {0, 0}}) wrong.put(Arrays.toString(pes), pes);
            } else if (p.getName().equals("counts")) {
                for (long[] counts : new long[][] {{}, {-1}, {11}}) wrong.put(Arrays.toString(counts), counts);
            } else if (p.getType() == String.class) wrong.put("attic", "attic");
            else if (p.getType() == Op.class) wrong.put("XOR", Op.XOR);
            else if (p.getType() == Ctx.class) wrong.put("closed", closed);
            else if (p.getType() == OpenShmem.shmem_team_t.class) wrong.put("invalid", OpenShmem.SHMEM_TEAM_INVALID);
            else if (p.getType() == OpenShmem.shmem_ctx_t.class) wrong.put("invalid", OpenShmem.SHMEM_CTX_INVALID);
            else if (p.getType() == Signal.class) {
                signals[0].named("gone").free();
                wrong.put("freed", signals[0]);
            } else if (p.getType() == Ctx.Option[].class) wrong.put("with null", new Ctx.Option[] {null});
            return wrong;
        }

        /// Nothing has been written, as a call was refused.
        void assertUntouched() {
            for (SymArray<?, ?> each : List.of(x, y, z, ints, otherInts)) {
                String name = each.toString();
                if (name.endsWith(", freed")) continue;
                for (byte b : each.local().toArray(ValueLayout.JAVA_BYTE)) assertEquals(0, b, name);
            }
        }

        /// Closes or frees what a call is made on.
        Object closed(Class<?> type) throws Exception {
            Object on = good.get(type);
            switch (on) {
                case AutoCloseable closes -> closes.close();
                case Symmetric frees -> frees.free();
                case ShmemLock lock -> lock.free();
                default -> x.free();
            }
            return on;
        }
    }

    private static Object as(Parameter p, long value) {
        return switch (p.getType().getName()) {
            case "byte" -> (byte) value;
            case "int" -> (int) value;
            case "double" -> (double) value;
            default -> value;
        };
    }

    private static Object array(Class<?> type, int n) {
        Object array = type == OpenShmem.class
                ? new int[n]
                : type == SymShorts.class ? new short[n] : type == SymMem.class ? new byte[n] : new long[n];
        for (int i = 0; i < n; i++) Array.setByte(array, i, (byte) 1); // so that waits end
        return array;
    }

    /// A case of a call: what is wrong with which argument, `k`, or with the object if it is -1.
    private String outcome(Class<?> type, Method method, int k, String what) throws Exception {
        return PeBinding.call(transport, () -> {
            Objects objects = new Objects();
            try {
                Parameter[] parameters = method.getParameters();
                Object[] arguments = Arrays.stream(parameters)
                        .map(p -> objects.good(type, method, p))
                        .toArray();
                if (k >= 0) arguments[k] = objects.wrong(type, parameters[k]).get(what);
                Object on = k < 0 && what.equals("closed") ? objects.closed(type) : objects.good.get(type);
                method.setAccessible(true); // C names are in classes that are not public
                method.invoke(on, arguments);
                return "taken";
            } catch (InvocationTargetException e) {
                String text = e.getCause().getClass().getSimpleName() + ": "
                        + String.valueOf(e.getCause().getMessage()).replaceFirst("^PE 0/1: ", "");
                objects.assertUntouched();
                return text.replaceFirst(DEPENDS, "");
            } finally {
                ((Shmem) objects.good.get(Shmem.class)).close();
                objects.sh.close();
            }
        });
    }

    private List<String> lines(Class<?> type, Method method) throws Exception {
        String signature = Arrays.stream(method.getParameters())
                .map(p -> p.getParameterizedType().getTypeName().replaceAll("\\w+\\.", "") + " " + p.getName())
                .collect(Collectors.joining(", ", type.getSimpleName() + "." + method.getName() + "(", ")"));
        List<String> lines = new ArrayList<>();
        String right = outcome(type, method, -1, "right");
        if (!right.equals("taken")) lines.add(signature + " is not right: " + right);
        if (!Modifier.isStatic(method.getModifiers()) && type != Space.class)
            lines.add(signature + " closed: " + outcome(type, method, -1, "closed"));
        for (int k = 0; k < method.getParameterCount(); k++) {
            Parameter p = method.getParameters()[k];
            List<String> wrong = PeBinding.call(transport, () -> {
                Objects objects = new Objects();
                List<String> names = List.copyOf(objects.wrong(type, p).keySet());
                ((Shmem) objects.good.get(Shmem.class)).close();
                objects.sh.close();
                return names;
            });
            for (String what : wrong)
                lines.add("%s %s %s: %s".formatted(signature, p.getName(), what, outcome(type, method, k, what)));
        }
        return lines;
    }

    /// Whether a C name has an index that C has not; of one name these forms have rows too.
    private static boolean hasIndex(Method name) {
        return !name.getName().equals("shmem_get64")
                && Arrays.stream(name.getParameters())
                        .anyMatch(p -> List.of("i", "to", "from").contains(p.getName()));
    }

    @Test
    void everyWrongArgumentIsRefusedByTheseWords() throws Exception {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : TYPES) {
            List<Method> methods = Arrays.stream(type.getMethods())
                    .filter(m -> !m.isBridge() && !m.getName().equals("globalExit"))
                    .filter(m -> type != Shmem.class || !Modifier.isStatic(m.getModifiers()))
                    .filter(m -> type != SymShorts.class || m.getDeclaringClass() == SymWords.class)
                    .filter(m -> type != SymMem.class || m.getDeclaringClass() == SymMem.class)
                    .filter(m -> type != OpenShmem.class || m.getName().matches(NAMES) && !hasIndex(m))
                    .sorted(Comparator.comparing(Method::toString))
                    .toList();
            for (Method method : methods) lines.addAll(lines(type, method));
        }
        lines.removeIf(
                line -> line.matches("ShmemLock.clear\\(\\) is not right: IllegalStateException: clear of lock .*"));
        assertEquals(
                List.of(),
                lines.stream().filter(line -> line.contains(" is not right: ")).toList());
        Pages.assertShows(TEXTS, String.join("\n", lines) + "\n");
    }
}
