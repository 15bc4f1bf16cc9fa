// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.IntFunction;
import org.jshmem.Cmp;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.WordWait;

/// How a backend runs what a contract asks of it: one body on every PE. The first page of each region belongs to this
/// class, the tests use what follows.
public abstract class TransportRuns {
    /// Numbers of PEs that every promise is tried with.
    protected static final List<Integer> NPES = Samples.of(List.of(1, 2, 3, 8), List.of(1, 2, 3, 4, 5, 7, 8));

    /// Bytes of each region before those of the tests: zero and usable before any PE starts.
    public static final int START = 4096;

    /// Bytes of each region that the tests use.
    public static final int BYTES = 1 << 20;

    /// Tag of tests that end the job, and so the process where PEs are processes.
    public static final String ENDS_JOB = "ends-job";

    private static final int ARRIVALS = 2048; // behind what sessions keep in this page
    private static final int ROUND = 2056;

    /// What one PE of a test does.
    @FunctionalInterface
    public interface Body {
        /// Runs with this PE's transport.
        void run(Transport transport) throws Exception;
    }

    /// Runs `body` on `npes` PEs with regions of at least `START + BYTES` and throws what one of them threw. Each
    /// enters before and leaves after it.
    protected abstract void run(int npes, Body body) throws Exception;

    /// What one PE of a test does, its memory zeroed and all others there.
    @FunctionalInterface
    protected interface Scene {
        /// Runs as `pe`.
        void run(Pe pe) throws Exception;
    }

    /// Numbers of PEs that this run is for.
    protected List<Integer> npes() {
        return NPES;
    }

    /// Runs `scene` on each number of PEs.
    protected final void everywhere(Scene scene) throws Exception {
        for (int npes : npes()) on(npes, scene);
    }

    /// Runs `scene` on `npes` PEs.
    protected final void on(int npes, Scene scene) throws Exception {
        onUntilTheEnd(npes, pe -> {
            scene.run(pe);
            pe.meet();
        });
    }

    /// Runs a scene that ends the job, after which the PEs cannot meet any more.
    protected final void onUntilTheEnd(int npes, Scene scene) throws Exception {
        run(npes, t -> {
            assertEquals(npes, t.npes());
            t.back(START, BYTES, BYTES);
            Pe pe = new Pe(t);
            pe.meet();
            scene.run(pe);
        });
    }

    /// A PE of a test: shorthand over its transport.
    public static final class Pe {
        final Transport t;
        final Channel c;
        final int me;
        final int npes;

        public Pe(Transport t) {
            this.t = t;
            this.c = t.channel();
            this.me = t.pe();
            this.npes = t.npes();
        }

        /// Waits until all PEs are here; what they did before is visible afterwards.
        public void meet() {
            // the round is kept in memory, since a process runs one test after the other over the same region
            long round = c.load(me, ROUND, 8) + 1;
            c.store(me, ROUND, 8, round);
            c.quiet();
            for (int pe = 0; pe < npes; pe++) c.atomic(Atomic.ADD, pe, ARRIVALS, 8, 1, 0);
            new WordWait(_ -> "in a test", t, ARRIVALS, Cmp.GE, round * npes).await();
        }

        /// The PE after this one in the ring.
        int next() {
            return (me + 1) % npes;
        }

        /// The PE before this one in the ring.
        int last() {
            return (me + npes - 1) % npes;
        }

        /// Fills own bytes.
        void fill(long offset, long bytes, int value) {
            for (long i = 0; i < bytes; i++) c.store(me, offset + i, 1, value);
        }

        /// Asserts that own bytes are all `value`.
        void assertFilled(long offset, long bytes, int value, IntFunction<String> where) {
            for (long i = 0; i < bytes; i++) {
                if (c.load(me, offset + i, 1) != (byte) value) {
                    assertEquals((byte) value, c.load(me, offset + i, 1), where.apply((int) i));
                }
            }
        }

        /// A byte of own memory through its address.
        byte direct(long offset) {
            return Memory.getByte(t.address(me, offset));
        }
    }
}
