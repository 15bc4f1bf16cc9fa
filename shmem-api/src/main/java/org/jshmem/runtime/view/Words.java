// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.SymWords;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.session.Block;
import org.jshmem.runtime.session.Session;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// A symmetric array of words, with the waits and tests that shorts, ints and longs have in common.
/*
 * A word is sign-extended to a long, so one comparison serves all widths. It compares distances from an origin: 0, or
 * the smallest long. Distances from the smallest long have the order of words without a sign.
 */
public abstract class Words<A, S extends SymWords<A, S>> extends Array<A, S> implements SymWords<A, S> {
    private long origin;

    Words(ElementType type, Block block, Context context, long offset, long length, boolean part) {
        super(type, block, context, offset, length, part);
    }

    /// Another view of this array, whose waits and tests compare without a sign.
    public S unsigned() {
        S view = view(block, context, offset, length, part);
        ((Words<?, ?>) view).origin = Long.MIN_VALUE;
        return view;
    }

    @Override
    public void waitUntil(long i, Cmp c, long v) {
        check("waitUntil", i);
        fit("waitUntil", c, v);
        await(i, c, v, origin == 0 ? this : unsigned(c, v));
    }

    @Override
    public boolean waitUntil(long i, Cmp c, long v, Duration max) {
        check("waitUntil", i);
        fit("waitUntil", c, v);
        Wait wait = origin == 0 ? this : unsigned(c, v);
        return await(i, c, v, wait.until(block.session.deadline(max)));
    }

    private boolean await(long i, Cmp c, long v, Wait wait) {
        long seen = transport.await(transport.pe(), offset + i * width, width, c, v, origin, wait);
        return c.holds(seen - origin, v - origin);
    }

    /// A wait whose message has the value in the width of an element: the backend's text would have 64 bits.
    private Wait unsigned(Cmp c, long v) {
        return Wait.interruptible(
                (pe, at, bytes, goal) -> what(pe, at, bytes, "to be %s %s".formatted(Wait.sign(c), shown(v))));
    }

    /// A word as text for messages.
    private String shown(long word) {
        return Wait.number(origin == 0 ? word : word & -1L >>> 64 - 8 * width, origin);
    }

    @Override
    String own(long i) {
        return shown(Memory.getAcquire(address + i * width, width));
    }

    @Override
    public boolean test(long i, Cmp c, long v) {
        check("test", i);
        fit("test", c, v);
        return c.holds(load(i) - origin, v - origin);
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, long v) {
        new Range("waitUntilAll", i, n, skip, c, v).all(true);
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, A v) {
        new Range("waitUntilAll", i, n, skip, c, v).all(true);
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Range("waitUntilAny", i, n, skip, c, v).any(true);
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Range("waitUntilAny", i, n, skip, c, v).any(true);
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Range("waitUntilSome", i, n, skip, c, v).some(indices, true);
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Range("waitUntilSome", i, n, skip, c, v).some(indices, true);
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Range("testAll", i, n, skip, c, v).all(false);
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Range("testAll", i, n, skip, c, v).all(false);
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Range("testAny", i, n, skip, c, v).any(false);
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Range("testAny", i, n, skip, c, v).any(false);
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Range("testSome", i, n, skip, c, v).some(indices, false);
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Range("testSome", i, n, skip, c, v).some(indices, false);
    }

    /// Loads through the channel, not directly from memory, so that virtual time passes while a PE polls.
    private long load(long i) {
        return channel.look(transport.pe(), offset + i * width, width);
    }

    /// Refuses a value that no element can hold: no update would ever reach it.
    private void fit(String verb, Cmp c, long v) {
        if (c == null) throw Refusal.missing(this, verb, "c");
        int unused = 64 - 8 * width;
        if (v << unused >> unused != v) {
            long most = Long.MAX_VALUE >> unused;
            throw Refusal.argument(
                    this, verb, "value=%d does not fit into an element; use %d to %d".formatted(v, -most - 1, most));
        }
    }

    /// The words of one call over several: their place, and the values that they are compared with.
    private final class Range extends Several {
        private final long base;
        private final Cmp cmp;
        private final A vector;
        private final long value;

        /// All words are compared with one value.
        Range(String verb, long base, int n, boolean[] skip, Cmp cmp, long value) {
            this(verb, base, n, skip, cmp, null, value);
            fit(verb, cmp, value);
        }

        /// Word `k` is compared with `vector[k]`.
        Range(String verb, long base, int n, boolean[] skip, Cmp cmp, A vector) {
            this(verb, base, n, skip, cmp, vector, 0);
            if (n > 0) checkRoom("v", vector);
        }

        private Range(String verb, long base, int n, boolean[] skip, Cmp cmp, A vector, long value) {
            super(verb, n, skip);
            this.base = base;
            this.cmp = cmp;
            this.vector = vector;
            this.value = value;
            Words.this.check(verb, base, n);
            if (cmp == null) throw Refusal.missing(Words.this, verb, "c");
            if (skip != null) checkRoom("skip", skip);
        }

        private void checkRoom(String name, Object array) {
            checkBuffer(verb, name, array, 0, n);
        }

        @Override
        void checkIndices(int[] indices) {
            if (n > 0) checkRoom("indices", indices);
        }

        @Override
        Session session() {
            return block.session;
        }

        @Override
        int find(int from, int to, boolean satisfied, int[] indices) {
            int found = 0;
            Channel via = channel;
            int own = transport.pe();
            int bytes = width;
            long least = origin;
            Cmp relation = cmp;
            A goals = vector;
            long goal = value;
            long first = offset + base * bytes;
            for (int k = from; k < to; k++) {
                if (skipped(k)) continue;
                if (goals != null) goal = bits(goals, k);
                long word = via.look(own, first + (long) k * bytes, bytes);
                if (relation.holds(word - least, goal - least) != satisfied) continue;
                if (indices == null) return k;
                indices[found++] = k;
            }
            return indices == null ? to : found;
        }

        @Override
        void await(Condition condition) {
            transport.awaitAny(offset + base * width, (long) n * width, condition, this);
        }

        /// Such as: `in waitUntilAny for elements 0, 2 of "halo" of 8 ints to be >= 5; they are 1, 4`.
        @Override
        public String what(int pe, long at, long bytes, String goal) {
            return "in %s for %s %s of %s to be %s %s; %s"
                    .formatted(
                            verb,
                            isOne() ? "element" : "elements",
                            listed(k -> Long.toString(base + k)),
                            label(),
                            Wait.sign(cmp),
                            vector == null ? shown(value) : listed(k -> shown(bits(vector, (int) k))),
                            values(k -> own(base + k)));
        }
    }
}
