// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jshmem.Cmp;
import org.jshmem.SymWords;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// Waiting for own elements, once for shorts, ints and longs.
/*
 * Words travel sign-extended in a long, so one comparison serves all widths. Fairness of the any forms: each search
 * starts at a place drawn anew, so that no satisfied word is passed over for ever, whatever ranges and sets are asked
 * in turn. A counter would fall into step with a program that asks for two sets alternately.
 */
abstract class Words<A, S extends SymWords<A, S>> extends Array<A, S> implements SymWords<A, S> {
    Words(ElementType type, Block block, Context context, long offset, long length, boolean part) {
        super(type, block, context, offset, length, part);
    }

    @Override
    public void waitUntil(long i, Cmp c, long v) {
        check("waitUntil", i);
        fit("waitUntil", c, v);
        await(i, c, v, this);
    }

    @Override
    public boolean waitUntil(long i, Cmp c, long v, Duration max) {
        check("waitUntil", i);
        fit("waitUntil", c, v);
        return await(i, c, v, until(block.session.deadline(max)));
    }

    private boolean await(long i, Cmp c, long v, Wait wait) {
        return c.holds(transport.await(transport.pe(), offset + i * width, width, c, v, 0, wait), v);
    }

    @Override
    public boolean test(long i, Cmp c, long v) {
        check("test", i);
        fit("test", c, v);
        return c.holds(load(i), v);
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, long v) {
        Several s = new Several("waitUntilAll", i, n, skip, c, v);
        s.await(() -> s.all());
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, A v) {
        Several s = new Several("waitUntilAll", i, n, skip, c, v);
        s.await(() -> s.all());
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("waitUntilAny", i, n, skip, c, v).awaitAny();
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("waitUntilAny", i, n, skip, c, v).awaitAny();
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Several("waitUntilSome", i, n, skip, c, v).awaitSome(indices);
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Several("waitUntilSome", i, n, skip, c, v).awaitSome(indices);
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("testAll", i, n, skip, c, v).all();
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("testAll", i, n, skip, c, v).all();
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("testAny", i, n, skip, c, v).any();
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("testAny", i, n, skip, c, v).any();
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Several("testSome", i, n, skip, c, v).some(indices);
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Several("testSome", i, n, skip, c, v).some(indices);
    }

    /// Through the channel, not straight from memory: a PE that polls in virtual time has to let it pass.
    private long load(long i) {
        return channel.look(transport.pe(), offset + i * width, width);
    }

    /// A value that no element can hold would never be reached: refused instead of waited for.
    private void fit(String verb, Cmp c, long v) {
        if (c == null) throw Refusal.missing(this, verb, "c");
        int unused = 64 - 8 * width;
        if (v << unused >> unused != v) {
            long most = Long.MAX_VALUE >> unused;
            throw Refusal.argument(
                    this, verb, "value=%d does not fit into an element; use %d to %d".formatted(v, -most - 1, most));
        }
    }

    /// The words of one call over several: which they are, and what each is compared with.
    private final class Several implements Wait {
        private final String verb;
        private final long base;
        private final int n;
        private final boolean[] skip;
        private final Cmp cmp;
        private final A vector;
        private final long value;

        /// All compared with one value.
        Several(String verb, long base, int n, boolean[] skip, Cmp cmp, long value) {
            this(verb, base, n, skip, cmp, null, value);
            fit(verb, cmp, value);
        }

        /// Word `k` compared with `vector[k]`.
        Several(String verb, long base, int n, boolean[] skip, Cmp cmp, A vector) {
            this(verb, base, n, skip, cmp, vector, 0);
            if (n == 0) return;
            if (vector == null) throw Refusal.missing(Words.this, verb, "v");
            int have = java.lang.reflect.Array.getLength(vector);
            if (have < n) throw Refusal.buffer(Words.this, verb, "v", 0, n, have);
        }

        private Several(String verb, long base, int n, boolean[] skip, Cmp cmp, A vector, long value) {
            this.verb = verb;
            this.base = base;
            this.n = n;
            this.skip = skip;
            this.cmp = cmp;
            this.vector = vector;
            this.value = value;
            Words.this.check(verb, base, n);
            if (cmp == null) throw Refusal.missing(Words.this, verb, "c");
            if (skip != null && skip.length < n) {
                throw Refusal.buffer(Words.this, verb, "skip", 0, n, skip.length);
            }
        }

        private boolean skipped(int k) {
            return skip != null && skip[k];
        }

        private boolean holds(int k) {
            return cmp.holds(load(base + k), vector == null ? value : bits(vector, k));
        }

        private boolean isEmpty() {
            for (int k = 0; k < n; k++) {
                if (!skipped(k)) return false;
            }
            return true;
        }

        boolean all() {
            for (int k = 0; k < n; k++) {
                if (!skipped(k) && !holds(k)) return false;
            }
            return true;
        }

        long any() {
            int k = block.session.place(n);
            for (int tried = 0; tried < n; tried++, k = k + 1 == n ? 0 : k + 1) {
                if (!skipped(k) && holds(k)) return k;
            }
            return -1;
        }

        int some(int[] indices) {
            checkIndices(indices);
            int found = 0;
            for (int k = 0; k < n; k++) {
                if (!skipped(k) && holds(k)) indices[found++] = k;
            }
            return found;
        }

        private void checkIndices(int[] indices) {
            if (n == 0) return;
            if (indices == null) throw Refusal.missing(Words.this, verb, "indices");
            if (indices.length < n) throw Refusal.buffer(Words.this, verb, "indices", 0, n, indices.length);
        }

        void await(Condition condition) {
            transport.awaitAny(offset + base * width, (long) n * width, condition, this);
        }

        /// Such as: `in waitUntilAny for elements 0, 2 of "halo" of 8 ints to be >= 5; they are 1, 4`.
        @Override
        public String what(int pe, long at, long bytes, String goal) {
            LongSupplier count =
                    () -> LongStream.range(0, n).filter(k -> !skipped((int) k)).count();
            Function<LongFunction<String>, String> list =
                    shown -> listed(LongStream.range(0, n).filter(k -> !skipped((int) k)), count.getAsLong(), shown);
            return "in %s for %s %s of %s to be %s %s; %s %s"
                    .formatted(
                            verb,
                            count.getAsLong() == 1 ? "element" : "elements",
                            list.apply(k -> Long.toString(base + k)),
                            label(),
                            Wait.sign(cmp),
                            vector == null
                                    ? Long.toString(value)
                                    : list.apply(k -> Long.toString(bits(vector, (int) k))),
                            count.getAsLong() == 1 ? "it is" : "they are",
                            list.apply(k -> own(base + k)));
        }

        long awaitAny() {
            if (isEmpty()) return -1;
            long[] found = {-1};
            await(() -> (found[0] = any()) >= 0);
            return found[0];
        }

        int awaitSome(int[] indices) {
            checkIndices(indices);
            if (isEmpty()) return 0;
            int[] found = {0};
            await(() -> (found[0] = some(indices)) > 0);
            return found[0];
        }
    }
}
