// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is used after its job has failed, in a JVM that lives on. Each scene has a JVM of its own, which it may kill.
@Timeout(120)
class LateUseTest {
    /// The scenes; each prints what the late use threw.
    public static final class Scenes {
        private static SymLongs array;
        private static Signal signal;
        private static MemorySegment segment;
        private static Team team;
        private static Shmem handle;

        private Scenes() {}

        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "late" -> late();
                case "worker" -> worker();
                case "waiter" -> waiter();
                case "again" -> {
                    for (int k = 0; k < 20; k++) late();
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }

        private static void keep(Shmem sh) {
            handle = sh;
            array = sh.longs(1 << 17);
            signal = sh.signal();
            segment = array.ptr(1);
            team = sh.world().splitStrided(0, 1, 2).orElseThrow();
        }

        private static void fail(boolean[] waits, CountDownLatch busy) {
            try {
                Shmem.runInProcess(2, (sh, a) -> {
                    if (sh.myPe() == 0) keep(sh);
                    else {
                        sh.longs(1 << 17);
                        sh.signal();
                        sh.world().splitStrided(0, 1, 2);
                    }
                    if (sh.myPe() == 0 && waits.length > 0) start(waits[0], busy);
                    if (sh.myPe() == 1) {
                        busy.await();
                        throw new IllegalStateException("wanted");
                    }
                    sh.barrierAll();
                });
            } catch (IllegalStateException e) {
                System.out.println("job: " + e.getMessage());
            }
        }

        private static void late() {
            fail(new boolean[0], new CountDownLatch(0));
            Runnable[] uses = {
                () -> array.get(0),
                () -> array.p(1 << 16, 1, 1),
                () -> array.local(),
                () -> signal.fetch(),
                () -> segment.get(ValueLayout.JAVA_LONG, 0),
                () -> team.sync(),
                () -> handle.barrierAll(),
                () -> handle.longs(1),
                () -> array.free()
            };
            for (Runnable use : uses) say(use);
        }

        private static void say(Runnable use) {
            try {
                use.run();
                System.out.println("nothing");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }

        private static Thread worker;

        private static void start(boolean waits, CountDownLatch busy) {
            worker = Thread.ofPlatform().start(() -> {
                busy.countDown();
                say(() -> {
                    if (waits) signal.waitUntil(Cmp.EQ, 77);
                    for (long k = 0; ; k++) {
                        array.p(k & 0xffff, k, 1);
                        // a compiled loop of nothing but puts loads the mark of its end once
                        if ((k & 0xffff) == 0) Thread.yield();
                    }
                });
            });
        }

        private static void worker() throws InterruptedException {
            fail(new boolean[] {false}, new CountDownLatch(1));
            worker.join();
        }

        private static void waiter() throws InterruptedException {
            fail(new boolean[] {true}, new CountDownLatch(1));
            worker.join();
        }
    }

    private static List<String> run(String scene) throws IOException, InterruptedException {
        return ChildJvm.run(Scenes.class, scene).with(0).text().lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"late", "again"})
    void whatIsKeptOfAFailedJobRefuses(String scene) throws Exception {
        List<String> lines = run(scene);
        String refused = "IllegalStateException";
        assertEquals(scene.equals("late") ? 10 : 200, lines.size(), lines::toString);
        for (String line : lines) assertTrue(line.equals("job: wanted") || line.equals(refused), lines::toString);
    }

    @Test
    void aThreadThatAllocatesAfterTheEndOfItsJobIsTold() {
        LocalJob job = LocalJob.create(Path.of("/dev/shm"), Settings.shape(1, 1 << 20, 0));
        Transport transport = job.attach(0);
        job.close();
        long page = transport.regionBytes() - Shape.PAGE;
        var e = assertThrows(IllegalStateException.class, () -> transport.back(page, Shape.PAGE, Shape.PAGE));
        assertEquals("PE 0/1: the job of this PE has ended; end its threads before main returns", e.getMessage());
    }

    @Test
    void aWorkerThatGoesOnIsRefused() throws Exception {
        List<String> lines = run("worker");
        assertTrue(lines.contains("IllegalStateException"), lines::toString);
    }

    @Test
    void aWorkerThatWaitsIsEnded() throws Exception {
        List<String> lines = run("waiter");
        assertTrue(lines.contains("IllegalStateException") || lines.contains("PeerFailedException"), lines::toString);
    }
}
