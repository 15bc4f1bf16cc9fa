// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
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
import org.jshmem.runtime.settings.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private static void onePe(Callable<Void> body) throws Exception {
        PeBinding.call(new ThreadTransport(ThreadTransport.Job.of(1), 0), body);
    }

    @Test
    void everyRoutineIsSeenWithItsExitAndNothingElse() throws Exception {
        onePe(() -> {
            Log log = new Log();
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            Shmem sh = new Profile(0, List.of(log)).handle(handle);
            SymLongs x = sh.longs(4);
            x.put(0, x, 0, 4, 0);
            Team t = sh.world().splitStrided(0, 1, 1).orElseThrow();
            t.reduce(Op.SUM, x.slice(0, 1), x.slice(2, 1), 1);
            assertThrows(IndexOutOfBoundsException.class, () -> x.p(4, 1, 0));
            assertEquals(
                    List.of(
                            "> 0 Shmem.longs 1",
                            "< Shmem.longs",
                            "> 0 SymLongs.put 5",
                            "< SymLongs.put",
                            "> 0 Shmem.world",
                            "< Shmem.world",
                            "> 0 Team.splitStrided 3",
                            "< Team.splitStrided",
                            "> 0 SymLongs.slice 2",
                            "< SymLongs.slice",
                            "> 0 SymLongs.slice 2",
                            "< SymLongs.slice",
                            "> 0 Team.reduce 4",
                            "< Team.reduce",
                            "> 0 SymLongs.p 3",
                            "< SymLongs.p IndexOutOfBoundsException"),
                    log.lines);
            handle.close();
            return null;
        });
    }

    @Test
    void staticRoutinesOfSignalsAreSeen() throws Exception {
        onePe(() -> {
            Log log = new Log();
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            Signal[] s = new Profile(0, List.of(log)).handle(handle).signals(2);
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
            handle.close();
            return null;
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
        onePe(() -> {
            Log log = new Log();
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            Shmem sh = new Profile(0, List.of(log)).handle(handle);
            sh.spaces().getFirst().longs(2).p(0, 1, 0);
            assertTrue(
                    log.lines.containsAll(List.of("< Shmem.spaces", "< Space.longs", "< SymLongs.p")),
                    log.lines::toString);
            handle.close();
            return null;
        });
    }

    @Test
    void wrappedObjectsWorkTogetherAndAreEqualToThemselves() throws Exception {
        onePe(() -> {
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            Shmem sh = new Profile(0, List.of(new Log())).handle(handle);
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
            handle.close();
            return null;
        });
    }

    @Test
    void pcontrolTurnsReportsOffAndOn() throws Exception {
        onePe(() -> {
            Log log = new Log();
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            Shmem sh = new Profile(0, List.of(log)).handle(handle);
            sh.pcontrol(0);
            SymLongs x = sh.longs(1);
            x.set(0, 1);
            sh.pcontrol(1);
            x.get(0);
            sh.pcontrol(2);
            assertEquals(
                    List.of(
                            "> 0 Shmem.pcontrol 1",
                            "level 0",
                            "< Shmem.pcontrol",
                            "> 0 Shmem.pcontrol 1",
                            "level 1",
                            "< Shmem.pcontrol",
                            "> 0 SymLongs.get 1",
                            "< SymLongs.get",
                            "> 0 Shmem.pcontrol 1",
                            "level 2",
                            "< Shmem.pcontrol"),
                    log.lines);
            handle.close();
            return null;
        });
    }

    @Test
    void nothingIsWrappedWhereNobodyListens() throws Exception {
        onePe(() -> {
            SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
            assertSame(handle, handle.profiled());
            assertFalse(Proxy.isProxyClass(handle.longs(1).getClass()));
            handle.close();
            return null;
        });
    }

    /// The events of a program of one PE, a line each.
    private static List<String> recorded(Path folder, Consumer<Shmem> program) throws Exception {
        Path file = folder.resolve("routines.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.jshmem.Routine").withoutThreshold();
            recording.start();
            onePe(() -> {
                SessionHandle handle = PeBinding.current().join(Config.DEFAULT);
                program.accept(Profile.of(0, new Environment(Map.of("JSHMEM_PROFILE", "jfr")), null)
                        .handle(handle));
                handle.close();
                return null;
            });
            recording.stop();
            recording.dump(file);
        }
        List<String> seen = new ArrayList<>();
        for (RecordedEvent e : RecordingFile.readAllEvents(file)) {
            if (!e.getEventType().getName().equals("org.jshmem.Routine")) continue;
            String object = e.getString("object");
            seen.add("%d %s%s%s%s%s"
                    .formatted(
                            e.getInt("pe"),
                            e.getString("routine"),
                            e.getInt("target") < 0 ? "" : " to " + e.getInt("target"),
                            e.getLong("bytes") == 0 ? "" : ", bytes " + e.getLong("bytes"),
                            object == null ? "" : ", " + object,
                            e.getString("thrown") == null ? "" : " threw"));
        }
        return seen;
    }

    @Test
    void routinesBecomeFlightRecorderEvents(@TempDir Path folder) throws Exception {
        assertEquals(
                List.of("0 Shmem.longs", "0 SymLongs.g to 0, bytes 8, object 1 of 1 longs threw", "0 Shmem.barrierAll"),
                recorded(folder, sh -> {
                    SymLongs x = sh.longs(1);
                    assertThrows(IndexOutOfBoundsException.class, () -> x.g(1, 0));
                    sh.barrierAll();
                }));
    }

    @Test
    void eventsSayHowManyBytesOfWhichObjectWentToWhichPe(@TempDir Path folder) throws Exception {
        assertEquals(
                List.of(
                        "0 Shmem.ints",
                        "0 SymInts.named, object 1 of 64 ints",
                        "0 Shmem.signal",
                        "0 SymInts.put to 0, bytes 12, \"halo\" of 64 ints",
                        "0 SymInts.put to 0, bytes 20, \"halo\" of 64 ints",
                        "0 SymInts.put to 0, bytes 16, \"halo\" of 64 ints",
                        "0 SymInts.get to 0, bytes 8, \"halo\" of 64 ints",
                        "0 SymInts.ibput to 0, bytes 24, \"halo\" of 64 ints",
                        "0 SymInts.putSignal to 0, bytes 12, \"halo\" of 64 ints",
                        "0 SymInts.slice, \"halo\" of 64 ints",
                        "0 SymInts.fetchAdd to 0, bytes 4, a slice of 8 ints of \"halo\"",
                        "0 Signal.waitUntil, signal 2",
                        "0 Signal.set to 0, bytes 8, signal 2",
                        "0 SymInts.ptr to 0, \"halo\" of 64 ints",
                        "0 Shmem.world",
                        "0 Team.reduce, bytes 40, \"halo\" of 64 ints",
                        "0 Team.reduce",
                        "0 Shmem.quiet",
                        "0 SymInts.put, bytes 12, \"halo\" of 64 ints threw"),
                recorded(folder, sh -> {
                    SymInts halo = sh.ints(64).named("halo");
                    Signal ready = sh.signal();
                    halo.put(2, new int[] {1, 2, 3, 4}, 0, 3, 0);
                    halo.put(new int[5], 0);
                    halo.put(0, MemorySegment.ofArray(new int[4]), 0);
                    halo.get(0, halo, 8, 2, 0);
                    halo.ibput(0, 4, new int[6], 0, 2, 2, 3, 0);
                    halo.putSignal(0, new int[3], 0, 3, ready, 1, SignalOp.SET, 0);
                    halo.slice(4, 8).fetchAdd(0, 1, 0);
                    ready.waitUntil(Cmp.EQ, 1);
                    ready.set(2, 0);
                    halo.ptr(0);
                    Team world = sh.world();
                    world.reduce(Op.SUM, halo, halo, 10);
                    world.reduce(Op.SUM, 1L);
                    sh.quiet();
                    assertThrows(IndexOutOfBoundsException.class, () -> halo.put(0, new int[3], 0, 3, 7));
                }));
    }
}
