// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.CollectiveCall;
import org.jshmem.runtime.PeBinding;
import org.jshmem.runtime.settings.Settings;

/// Whole programs on the real backend, for an explorer: what they do between two ordering calls is done by
/// plain loads and stores, as weak as memory allows.
public final class ProgramScenes extends JobScene {
    private static final int NPES = 3;
    private static final long HEAP = 4096;

    private final Consumer<Shmem> program;
    private final String algorithm;

    /// @param cores as [JobScene]
    public ProgramScenes(String play, String algorithm, int cores) throws IOException {
        super(Settings.shape(NPES, HEAP, 0), cores);
        this.program = program(play);
        this.algorithm = algorithm;
    }

    @Override
    public List<Runnable> actors() {
        return IntStream.range(0, NPES).<Runnable>mapToObj(pe -> () -> run(pe)).toList();
    }

    private void run(int pe) {
        Callable<Shmem> begin = () -> Shmem.init(new Config(HEAP, ThreadLevel.SINGLE, Duration.ZERO));
        try (Shmem sh = PeBinding.callMain(pes[pe], begin)) {
            program.accept(sh);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void choose(Shmem sh, Collective collective) {
        sh.world().algorithm(collective, algorithm);
    }

    private Consumer<Shmem> program(String play) {
        return switch (play) {
            case "LOCK" -> ProgramScenes::lock;
            case "BARRIER" -> this::barrier;
            case "FENCE" -> ProgramScenes::fence;
            case "PUT_SIGNAL" -> ProgramScenes::putSignal;
            case "QUIET" -> ProgramScenes::quiet;
            default -> sh -> collective(sh, CollectiveCall.valueOf(play));
        };
    }

    private static void equal(long expected, long found, String what) {
        if (expected != found) throw new AssertionError("%s: %d, not %d".formatted(what, found, expected));
    }

    /// A counter that only the holder of a lock changes.
    private static void lock(Shmem sh) {
        ShmemLock lock = sh.lock();
        SymLongs x = sh.longs(2);
        for (int k = 0; k < 2; k++) {
            lock.set();
            x.p(0, x.g(0, 0) + 1, 0);
            x.p(1, x.g(1, 0) - 1, 0);
            lock.clear();
        }
        sh.barrierAll();
        equal(2 * NPES, x.g(0, 0), "the lock's counter");
        equal(-2 * NPES, x.g(1, 0), "the lock's other counter");
    }

    /// Data put before a barrier are there behind it.
    private void barrier(Shmem sh) {
        choose(sh, Collective.BARRIER);
        SymLongs x = sh.longs(NPES);
        int me = sh.myPe();
        for (int k = 1; k <= 3; k++) {
            for (int pe = 0; pe < NPES; pe++) x.p(me, k, pe);
            sh.barrierAll();
            for (int pe = 0; pe < NPES; pe++) equal(k, x.get(pe), "what PE %d put".formatted(pe));
            sh.barrierAll();
        }
    }

    /// Each root in turn, each time over what was sent before.
    private void collective(Shmem sh, CollectiveCall each) {
        choose(sh, each.collective());
        SymLongs src = sh.longs(2 * NPES);
        SymLongs dst = sh.longs(2 * NPES);
        for (int k = 0; k < 3; k++) {
            int call = k;
            for (int i = 0; i < 2 * NPES; i++) src.set(i, 100L * k + 10L * sh.myPe() + i + 1);
            var arguments = CollectiveCall.Arguments.of(sh.myPe(), NPES, 2, k % NPES);
            each.call(sh.world(), dst, src, arguments);
            long[] expected = each.expected(2 * NPES, arguments, (pe, i) -> 100L * call + 10L * pe + i + 1);
            for (int i = 0; i < 2 * NPES; i++) if (expected[i] != 0) equal(expected[i], dst.get(i), each + " " + k);
        }
    }

    /// Data, and the signal that follows them.
    private static void putSignal(Shmem sh) {
        SymLongs x = sh.longs(2);
        Signal s = sh.signal();
        Signal back = sh.signal();
        int next = (sh.myPe() + 1) % NPES;
        int last = (sh.myPe() + NPES - 1) % NPES;
        for (int k = 1; k <= 3; k++) {
            x.putSignal(0, new long[] {k, -k}, 0, 2, s, k, SignalOp.SET, next);
            s.waitUntil(Cmp.EQ, k);
            equal(k, x.get(0), "put with its signal");
            equal(-k, x.get(1), "put with its signal");
            back.set(k, last);
            back.waitUntil(Cmp.EQ, k);
        }
    }

    /// Puts in the order that a fence gives them.
    private static void fence(Shmem sh) {
        SymLongs x = sh.longs(2);
        int next = (sh.myPe() + 1) % NPES;
        for (int k = 1; k <= 3; k++) {
            x.p(0, k, next);
            sh.fence();
            x.p(1, k, next);
            long flag = x.atomicFetch(1, sh.myPe());
            if (x.get(0) < flag) throw new AssertionError("a flag that came before its data");
        }
        sh.barrierAll();
    }

    /// Two PEs that put, and look for each other's put.
    private static void quiet(Shmem sh) {
        SymLongs x = sh.longs(NPES);
        SymLongs seen = sh.longs(1);
        int me = sh.myPe();
        x.p(me, 1, 2);
        sh.quiet();
        seen.set(0, x.g((me + 1) % 2, 2));
        sh.barrierAll();
        if (seen.g(0, 0) == 0) equal(1, seen.g(0, 1), "two PEs missed each other's put behind a quiet");
    }
}
