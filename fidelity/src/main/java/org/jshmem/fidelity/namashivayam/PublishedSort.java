// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Work;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.nas.npb.Randlc;
import org.jshmem.papers.message.ActiveMessages;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.jshmem.transport.Memory;

/// IS as N ran it: `rank` of `is.c` (NPB3.2-SHMEM in osss-gasnet at 92ed423e) over OpenSHMEM 1.0f, all arrays global.
///
/// ```
/// count the keys by bucket, sort them by bucket      sum of the counts      divide the buckets
/// barrier, P puts of an int, barrier      barrier, P times: get of an int, put of keys; barrier      rank
/// ```
///
/// All PEs go through the targets from 0 on. The iteration's two changed keys and its verification are left out;
/// instead each PE checks at the end that it has the keys of its buckets.
final class PublishedSort {
    private static final int BUCKETS = 1024;
    private static final int COUNTS = BUCKETS + 5;
    private static final int TIMED = 2; // iterations after an untimed one; later ones repeat them
    private static final int LOOKS = 16; // of the service thread during a computation

    private final Machine machine;
    private final int npes;
    private final int perPe;
    private final int shift;
    private final int[][] keys; // of each PE, by bucket
    private final int[][] counts;
    private final int[] totals = new int[BUCKETS];
    private final int[] owner = new int[BUCKETS];
    private final long[][] sent; // keys from, to

    /// Nanoseconds of an iteration and of its sum, of the PE that is slowest.
    record Times(double iteration, double reduction) {}

    /// Keys of class A, B or C on `npes` PEs.
    PublishedSort(Machine machine, String size, int npes) {
        int logKeys = 23 + 2 * (size.charAt(0) - 'A');
        this.machine = machine;
        this.npes = npes;
        perPe = 1 << logKeys >> Integer.numberOfTrailingZeros(npes);
        shift = logKeys - 4 - 10;
        keys = new int[npes][];
        counts = new int[npes][BUCKETS];
        IntStream.range(0, npes).parallel().forEach(pe -> generate(pe, 1 << logKeys - 4));
        for (int[] of : counts) for (int b = 0; b < BUCKETS; b++) totals[b] += of[b];
        long sum = 0;
        for (int b = 0, pe = 0; b < BUCKETS; b++) {
            owner[b] = Math.min(pe, npes - 1);
            sum += totals[b];
            if (sum >= (pe + 1L) * perPe) pe++;
        }
        sent = new long[npes][npes];
        for (int pe = 0; pe < npes; pe++) for (int b = 0; b < BUCKETS; b++) sent[pe][owner[b]] += counts[pe][b];
    }

    /// The keys of a PE by NPB's generator, in the order of their buckets.
    private void generate(int pe, int range) {
        Randlc random = new Randlc(Randlc.SEED, 4L * pe * perPe);
        int[] drawn = new int[perPe];
        for (int i = 0; i < perPe; i++) {
            drawn[i] = (int) (range / 4.0 * (random.next() + random.next() + random.next() + random.next()));
            counts[pe][drawn[i] >> shift]++;
        }
        int[] next = new int[BUCKETS];
        for (int b = 1; b < BUCKETS; b++) next[b] = next[b - 1] + counts[pe][b - 1];
        int[] sorted = keys[pe] = new int[perPe];
        for (int key : drawn) sorted[next[key >> shift]++] = key;
    }

    /// Runs it with puts and gets, or with loads and stores by `shmem_ptr`.
    ///
    /// @param reduction the algorithm of its sums, by ptr; null for 1.0f's
    Times run(boolean direct, String reduction) {
        long most = IntStream.range(0, npes).mapToLong(this::received).max().orElseThrow();
        long base = SystemLayout.bytes(npes);
        long[] took = new long[npes];
        long[] reduced = new long[npes];
        long region = base + ActiveMessages.bytes(npes) + 4L * (perPe + most + 4L * (COUNTS + npes)) + 16 * 64;
        try (Simulation sim = new Simulation(JobSpec.of(machine, npes, region))) {
            sim.runOrThrow(t -> {
                Pe pe = new Pe(t, base, direct, reduction);
                pe.rank();
                pe.messages.barrierAll();
                pe.reductions = 0;
                long from = t.picos();
                for (int i = 0; i < TIMED; i++) pe.rank();
                took[t.pe()] = t.picos() - from;
                reduced[t.pe()] = pe.reductions;
                pe.check();
            });
        }
        return new Times(longest(took), longest(reduced));
    }

    private static double longest(long[] picos) {
        return Arrays.stream(picos).max().orElseThrow() / 1000.0 / TIMED;
    }

    private long received(int pe) {
        return Arrays.stream(sent).mapToLong(to -> to[pe]).sum();
    }

    /// A PE and its global arrays.
    private final class Pe {
        private final SimTransport t;
        private final Group g;
        private final ActiveMessages messages;
        private final boolean direct;
        private final String reduction;
        private final int me;
        private final long mine;
        private final long all;
        private final long work;
        private final long receiveCount;
        private final long receivePlace;
        private final long place;
        private final long bucketed;
        private final long arrived;
        private long end;
        private long reductions;

        Pe(SimTransport t, long base, boolean direct, String reduction) {
            this.t = t;
            this.direct = direct;
            this.reduction = reduction;
            me = t.pe();
            g = Group.world(t, t.channel());
            messages = new ActiveMessages(t, base);
            end = base + ActiveMessages.bytes(npes);
            mine = array(COUNTS);
            all = array(COUNTS);
            work = array(COUNTS);
            receiveCount = array(npes);
            receivePlace = array(npes);
            place = array(1);
            bucketed = array(perPe);
            arrived = array(0);
            if (reduction == null) return;
            g.algorithm(Collective.REDUCE, AlgorithmNames.named(Collective.REDUCE, reduction));
            g.access(Collective.REDUCE, Access.PTR);
        }

        private long array(int ints) {
            long at = end;
            end += 4L * ints + 63 & -64;
            return at;
        }

        void rank() {
            compute(stream(perPe, 4, 3, 1));
            compute(stream(perPe, 5, 3, 2));
            write(bucketed, keys[me]);
            write(mine, counts[me]);
            long from = t.picos();
            if (reduction == null) messages.sum(all, mine, work, COUNTS);
            else Reductions.reduce(g, Op.SUM, ElementType.INT, all, mine, COUNTS);
            reductions += t.picos() - from;
            compute(Work.scalars(8L * BUCKETS));
            messages.barrierAll();
            for (int pe = 0; pe < npes; pe++) {
                set(place, (int) sent[me][pe]);
                put(pe, receiveCount + 4L * me, place, 4);
            }
            messages.barrierAll();
            compute(Work.scalars(4L * npes));
            int next = 0;
            for (int pe = 0; pe < npes; pe++) {
                set(receivePlace + 4L * pe, next);
                next += (int) t.channel().load(me, receiveCount + 4L * pe, Integer.BYTES);
            }
            messages.barrierAll();
            long at = 0;
            for (int pe = 0; pe < npes; pe++) {
                fetch(pe);
                put(pe, arrived + 4L * t.channel().load(me, place, Integer.BYTES), bucketed + 4 * at, 4 * sent[me][pe]);
                at += sent[me][pe];
            }
            messages.barrierAll();
            int values = (int) Arrays.stream(owner).filter(pe -> pe == me).count() << shift;
            compute(Work.flops(2L * next)
                    .bytes(8L * next, 4L * next)
                    .footprint(4 * Math.min(2L * next, (long) next + values)));
            compute(stream(values, 1, 1, 2));
        }

        private void put(int pe, long dst, long src, long bytes) {
            if (bytes == 0) return;
            if (!direct) {
                messages.put(pe, dst, src, bytes);
                return;
            }
            t.direct().touch(me, src, bytes, false);
            t.direct().touch(pe, dst, bytes, true);
            Memory.copy(t.address(me, src), t.address(pe, dst), bytes);
        }

        /// Gets where this PE's keys begin on another.
        private void fetch(int pe) {
            long at = receivePlace + 4L * me;
            if (!direct) {
                messages.get(pe, place, at, 4);
                return;
            }
            t.direct().touch(pe, at, 4, false);
            set(place, Memory.getInt(t.address(pe, at)));
        }

        private void compute(Work all) {
            Work part = new Work(
                    all.flops() / LOOKS,
                    all.scalars() / LOOKS,
                    all.bytesRead() / LOOKS,
                    all.bytesWritten() / LOOKS,
                    all.footprint(),
                    false,
                    all.prefetchable());
            for (int look = 0; look < LOOKS; look++) {
                t.direct().compute(part);
                messages.poll();
            }
        }

        private static Work stream(long n, int operations, int loads, int stores) {
            return Work.flops(n * operations)
                    .bytes(4 * n * loads, 4 * n * stores)
                    .footprint(8 * n)
                    .prefetched();
        }

        private void write(long at, int[] values) {
            for (int i = 0; i < values.length; i++) Memory.setInt(t.address(me, at + 4L * i), values[i]);
        }

        private void set(long at, int value) {
            Memory.setInt(t.address(me, at), value);
        }

        private int get(long at) {
            return Memory.getInt(t.address(me, at));
        }

        /// Throws if this PE has not the sums, or not the keys of its buckets.
        void check() {
            long keys = received(me);
            for (int b = 0; b < BUCKETS; b++) keys -= get(all + 4L * b) - totals[b];
            for (long i = 0; i < received(me); i++) if (owner[get(arrived + 4 * i) >> shift] == me) keys--;
            if (keys != 0 || get(receiveCount + 4L * (npes - 1)) != sent[npes - 1][me]) {
                throw new IllegalStateException("PE " + me + "/" + npes + ": IS has wrong keys or counts");
            }
        }
    }
}
