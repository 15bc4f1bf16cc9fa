// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.nio.file.Path;
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
import org.jshmem.explore.Scene;
import org.jshmem.runtime.PeBinding;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;

/// Whole programs on the real backend, for an explorer: what they do between two ordering calls is done by
/// plain loads and stores, as weak as memory allows.
public final class ProgramScenes implements Scene, AutoCloseable {
    private static final int NPES = 3;
    private static final long HEAP = 4096;
    private static final int EARLY = 128; // more looks than a starting PE makes without a futex

    /// The programs.
    public enum Play {
        /// A counter that only the holder of a lock changes.
        LOCK,
        /// Data put before a barrier are there behind it.
        BARRIER,
        /// Each root in turn, each time over what was sent before.
        BROADCAST,
        /// Everybody's words at everybody.
        FCOLLECT,
        /// As many words as each wants to everybody.
        COLLECT,
        /// Blocks from each to each.
        ALLTOALL,
        /// Data, and the signal that follows them.
        PUT_SIGNAL,
        /// Puts in the order that a fence gives them.
        FENCE,
        /// Two PEs that put, and look for each other's put.
        QUIET
    }

    private final JobFile file;
    private final ShmTransport[] pes = new ShmTransport[NPES];
    private final long base;
    private final long end; // kept: the job file reads its sizes from memory that the explorer watches
    private final long stride;
    private final Consumer<Shmem> program;
    private final String algorithm;

    /// @param cores fewer than PEs: waits sleep at once; else they spin first
    public ProgramScenes(String play, String algorithm, int cores) throws IOException {
        this.program = program(Play.valueOf(play));
        this.algorithm = algorithm;
        Shape shape = Settings.shape(NPES, HEAP, 0);
        this.file = JobFile.create(Path.of("/dev/shm"), shape, cores);
        this.base = file.control().slot(0) - JobLayout.HEADER_BYTES;
        this.end = JobLayout.fileBytes(NPES, shape.regionBytes());
        this.stride = Shape.aligned(shape.regionBytes());
        for (int pe = 0; pe < NPES; pe++) {
            pes[pe] = new ShmTransport(file, pe, PeKind.THREAD);
            pes[pe].enter();
        }
        for (ShmTransport pe : pes) {
            int[] looks = {0};
            int enough = pe.topology().oversubscribed(0) ? EARLY : EARLY + 2000;
            pe.await(0, 8, new Wait(_ -> "in a scene", () -> ++looks[0] > enough));
            Futex.wake(file.control().slot(pe.pe()), 0, Long.MAX_VALUE);
        }
    }

    @Override
    public void close() {
        file.close();
    }

    @Override
    public boolean isPrivate(long address) {
        long at = address - base;
        if (at < 0 || at >= end) return true;
        if (at >= JobLayout.regionsOffset(NPES)) return false;
        long word = (at - JobLayout.HEADER_BYTES) % JobLayout.SLOT_BYTES;
        return at < JobLayout.HEADER_BYTES || word != JobLayout.FUTEX_OFFSET && word != JobLayout.ASLEEP_OFFSET;
    }

    @Override
    public String name(long address) {
        long in = address - base - JobLayout.regionsOffset(NPES);
        return in < 0 ? "control byte " + (address - base) : "PE %d's byte %d".formatted(in / stride, in % stride);
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

    private Consumer<Shmem> program(Play play) {
        return switch (play) {
            case LOCK -> ProgramScenes::lock;
            case BARRIER -> this::barrier;
            case BROADCAST -> this::broadcast;
            case FCOLLECT -> this::fcollect;
            case COLLECT -> this::collect;
            case FENCE -> ProgramScenes::fence;
            case ALLTOALL -> this::alltoall;
            case PUT_SIGNAL -> ProgramScenes::putSignal;
            case QUIET -> ProgramScenes::quiet;
        };
    }

    private static void equal(long expected, long found, String what) {
        if (expected != found) throw new AssertionError("%s: %d, not %d".formatted(what, found, expected));
    }

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

    private void broadcast(Shmem sh) {
        choose(sh, Collective.BROADCAST);
        SymLongs src = sh.longs(2);
        SymLongs dst = sh.longs(2);
        for (int k = 0; k < 4; k++) {
            int root = k % 2;
            for (int i = 0; i < 2; i++) src.set(i, 100 * k + 10 * sh.myPe() + i);
            sh.world().broadcast(dst, src, 2, root);
            for (int i = 0; i < 2; i++) equal(100 * k + 10 * root + i, dst.get(i), "broadcast " + k);
        }
    }

    private void fcollect(Shmem sh) {
        choose(sh, Collective.FCOLLECT);
        SymLongs src = sh.longs(1);
        SymLongs dst = sh.longs(NPES);
        for (int k = 0; k < 3; k++) {
            src.set(0, 10 * k + sh.myPe());
            sh.world().fcollect(dst, src, 1);
            for (int pe = 0; pe < NPES; pe++) equal(10 * k + pe, dst.get(pe), "fcollect " + k);
        }
    }

    private void collect(Shmem sh) {
        choose(sh, Collective.COLLECT);
        int me = sh.myPe();
        SymLongs src = sh.longs(NPES);
        SymLongs dst = sh.longs(2 * NPES);
        for (int k = 0; k < 3; k++) {
            int mine = (me + k) % NPES;
            for (int i = 0; i < mine; i++) src.set(i, 100 * k + 10 * me + i);
            sh.world().collect(dst, src, mine);
            int at = 0;
            for (int pe = 0; pe < NPES; pe++) {
                for (int i = 0; i < (pe + k) % NPES; i++) equal(100 * k + 10 * pe + i, dst.get(at++), "collect " + k);
            }
        }
    }

    private void alltoall(Shmem sh) {
        choose(sh, Collective.ALLTOALL);
        SymLongs src = sh.longs(NPES);
        SymLongs dst = sh.longs(NPES);
        for (int k = 0; k < 3; k++) {
            for (int pe = 0; pe < NPES; pe++) src.set(pe, 100 * k + 10 * sh.myPe() + pe);
            sh.world().alltoall(dst, src, 1);
            for (int pe = 0; pe < NPES; pe++) equal(100 * k + 10 * pe + sh.myPe(), dst.get(pe), "alltoall " + k);
        }
    }

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
