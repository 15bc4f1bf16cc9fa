// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemListener;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.runtime.profile.Profile;
import org.jshmem.transport.Observer;
import org.junit.jupiter.api.Test;

class ProfileTest {

    /// Writes down what it sees.
    private static final class Log implements ShmemListener {
        final List<String> lines = new ArrayList<>();

        @Override
        public Object enter(int pe, String routine, Object[] arguments) {
            lines.add("> " + pe + " " + routine + (arguments == null ? "" : " " + arguments.length));
            return routine;
        }

        @Override
        public void exit(Object token, Throwable thrown) {
            lines.add("< " + token
                    + (thrown == null ? "" : " " + thrown.getClass().getSimpleName()));
        }

        @Override
        public void control(int level) {
            lines.add("level " + level);
        }
    }

    private final Log log = new Log();

    /// What a test does with the profiled handle and with the handle below it.
    private interface Body {
        void run(Shmem sh, SessionHandle handle) throws Exception;
    }

    /// Runs on one PE.
    private static void profiled(List<ShmemListener> listeners, Observer observer, Body body) throws Exception {
        PeBinding.call(new ThreadTransport(ThreadTransport.Job.of(1), 0), () -> {
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            body.run(new Profile(0, listeners, observer).handle(handle), handle);
            handle.close();
            return null;
        });
    }

    private void logged(Body body) throws Exception {
        profiled(List.of(log), null, body);
    }

    @Test
    void everyRoutineIsSeenWithItsExitAndNothingElse() throws Exception {
        logged((sh, handle) -> {
            SymLongs x = sh.longs(4);
            x.put(0, x, 0, 4, 0);
            Team t = sh.world().splitStrided(0, 1, 1).orElseThrow();
            t.reduce(Op.SUM, x.slice(0, 1), x.slice(2, 1), 1);
            assertThrows(IndexOutOfBoundsException.class, () -> x.p(4, 1, 0));
            assertEquals(
                    "> 0 Shmem.longs 1, < Shmem.longs, > 0 SymLongs.put 5, < SymLongs.put, "
                            + "> 0 Shmem.world, < Shmem.world, > 0 Team.splitStrided 3, < Team.splitStrided, "
                            + "> 0 SymLongs.slice 2, < SymLongs.slice, > 0 SymLongs.slice 2, < SymLongs.slice, "
                            + "> 0 Team.reduce 4, < Team.reduce, > 0 SymLongs.p 3, "
                            + "< SymLongs.p IndexOutOfBoundsException",
                    String.join(", ", log.lines));
        });
    }

    @Test
    void staticRoutinesOfSignalsAreSeen() throws Exception {
        logged((sh, handle) -> {
            Signal[] s = sh.signals(2);
            Signal[] plain = handle.signals(2);
            for (Method method : Signal.class.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers())) continue;
                log.lines.clear();
                method.invoke(null, arguments(method, plain));
                assertEquals(List.of(), log.lines);
                method.invoke(null, arguments(method, s));
                String routine = "Signal." + method.getName();
                assertEquals("< " + routine, log.lines.getLast());
                assertTrue(log.lines.getFirst().startsWith("> 0 " + routine), log.lines.getFirst());
                assertEquals(2, log.lines.size());
            }
            log.lines.clear();
            assertThrows(NullPointerException.class, () -> Signal.testAny(s, null, 1));
            assertEquals("< Signal.testAny NullPointerException", log.lines.getLast());
        });
    }

    /// Signals that are 0, and what else a static method of theirs takes.
    private static Object[] arguments(Method method, Signal[] signals) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == Signal[].class
                        ? signals
                        : type == int[].class
                                ? new int[signals.length]
                                : type == boolean[].class ? null : type == Cmp.class ? Cmp.EQ : (Object) 0L)
                .toArray();
    }

    @Test
    void objectsOfListedSpacesAreSeen() throws Exception {
        logged((sh, handle) -> {
            sh.spaces().getFirst().longs(2).p(0, 1, 0);
            assertTrue(
                    log.lines.containsAll(List.of("< Shmem.spaces", "< Space.longs", "< SymLongs.p")),
                    log.lines::toString);
        });
    }

    @Test
    void wrappedObjectsWorkTogetherAndAreEqualToThemselves() throws Exception {
        logged((sh, handle) -> {
            Ctx ctx = sh.ctx();
            assertEquals(sh.world(), ctx.team());
            assertEquals(sh.world().hashCode(), ctx.team().hashCode());
            assertFalse(sh.world().equals(ctx));
            Signal[] s = sh.signals(2);
            sh.longs(1).on(ctx).putSignal(0, new long[] {1}, 0, 1, s[1].on(ctx), 3, SignalOp.ADD, 0);
            assertEquals(3, s[1].fetch());
            assertEquals(0, sh.world().split2d(1).y().translate(0, sh.world()));
            try (var held = sh.lock().acquire()) {
                assertTrue(Proxy.isProxyClass(held.getClass()));
            }
        });
    }

    @Test
    void pcontrolTurnsReportsOffAndOn() throws Exception {
        logged((sh, handle) -> {
            sh.pcontrol(0);
            SymLongs x = sh.longs(1);
            x.set(0, 1);
            sh.pcontrol(1);
            x.get(0);
            sh.pcontrol(2);
            assertEquals(
                    "> 0 Shmem.pcontrol 1, level 0, < Shmem.pcontrol, > 0 Shmem.pcontrol 1, level 1, "
                            + "< Shmem.pcontrol, > 0 SymLongs.get 1, < SymLongs.get, > 0 Shmem.pcontrol 1, level 2, "
                            + "< Shmem.pcontrol",
                    String.join(", ", log.lines));
        });
    }

    /// An observer of own elements that writes down the accesses.
    private record Accesses(List<String> lines) implements Observer {
        @Override
        public long entered(String routine, long team) {
            return 0;
        }

        @Override
        public void left(long token, long number) {}

        @Override
        public void object(long offset, long bytes, int width, String name) {}

        @Override
        public void named(long offset, String name) {}

        @Override
        public boolean watchesOwn() {
            return true;
        }

        @Override
        public void read(long offset, long bytes) {
            lines.add("read " + bytes + " at " + offset);
        }

        @Override
        public void wrote(long offset, long bytes) {
            lines.add("wrote " + bytes + " at " + offset);
        }
    }

    /// A race is one whether or not the program has turned its reports off.
    @Test
    void theBackendObservesOwnElementsAlsoWithoutReports() throws Exception {
        var accesses = new Accesses(new ArrayList<>());
        profiled(List.of(), accesses, (sh, handle) -> {
            SymInts x = sh.ints(4);
            Signal ready = sh.signal();
            sh.pcontrol(0);
            x.get(1);
            x.set(3, 7);
            x.p(2, 7, 0);
            ready.set(1, 0);
            assertThrows(IndexOutOfBoundsException.class, () -> x.get(4));
            long heap = handle.session.heap().start;
            long first = heap + x.byteOffset();
            assertEquals(List.of("read 4 at " + (first + 4), "wrote 4 at " + (first + 12)), accesses.lines);
        });
    }

    @Test
    void nothingIsWrappedWhereNobodyListens() throws Exception {
        logged((sh, handle) -> {
            assertSame(handle, handle.profiled());
            assertFalse(Proxy.isProxyClass(handle.longs(1).getClass()));
        });
    }
}
