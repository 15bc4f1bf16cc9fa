// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.SymWords;
import org.jshmem.collective.ElementType;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Watch;

/// Waiting for own elements, once for shorts, ints and longs.
/*
 * Words travel sign-extended in a long, so one comparison serves all widths. Fairness of the any forms: the search starts
 * behind the index that was returned last, so no satisfied word is passed over for ever.
 */
abstract class Words<A, S extends SymWords<A, S>> extends Array<A, S> implements SymWords<A, S> {
    /// Where the next search of an any form starts.
    private int turn;

    Words(ElementType type, ValueLayout layout, Block block, Context context, long offset, long length, boolean part) {
        super(type, layout, block, context, offset, length, part);
    }

    @Override
    public void waitUntil(long i, Cmp c, long v) {
        check("waitUntil", i);
        fit("waitUntil", v);
        transport.await(transport.pe(), offset + i * width(), width(), c, v, block.session.watch);
    }

    @Override
    public boolean waitUntil(long i, Cmp c, long v, Duration max) {
        check("waitUntil", i);
        fit("waitUntil", v);
        return transport.await(transport.pe(), offset + i * width(), width(), c, v, block.session.until(max));
    }

    @Override
    public boolean test(long i, Cmp c, long v) {
        check("test", i);
        fit("test", v);
        return c.holds(load(i), v);
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, long v) {
        Several s = new Several("waitUntilAll", i, n, skip, c, null, v);
        s.await(() -> s.all());
    }

    @Override
    public void waitUntilAll(long i, int n, boolean[] skip, Cmp c, A v) {
        Several s = new Several("waitUntilAll", i, n, skip, c, v, 0);
        s.await(() -> s.all());
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("waitUntilAny", i, n, skip, c, null, v).awaitAny();
    }

    @Override
    public long waitUntilAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("waitUntilAny", i, n, skip, c, v, 0).awaitAny();
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Several("waitUntilSome", i, n, skip, c, null, v).awaitSome(indices);
    }

    @Override
    public int waitUntilSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Several("waitUntilSome", i, n, skip, c, v, 0).awaitSome(indices);
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("testAll", i, n, skip, c, null, v).all();
    }

    @Override
    public boolean testAll(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("testAll", i, n, skip, c, v, 0).all();
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, long v) {
        return new Several("testAny", i, n, skip, c, null, v).any();
    }

    @Override
    public long testAny(long i, int n, boolean[] skip, Cmp c, A v) {
        return new Several("testAny", i, n, skip, c, v, 0).any();
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, long v) {
        return new Several("testSome", i, n, skip, c, null, v).some(indices);
    }

    @Override
    public int testSome(long i, int n, int[] indices, boolean[] skip, Cmp c, A v) {
        return new Several("testSome", i, n, skip, c, v, 0).some(indices);
    }

    private long load(long i) {
        return Memory.getAcquire(address + i * width(), width());
    }

    /// A value that no element can hold would never be reached: refused instead of waited for.
    private void fit(String verb, long v) {
        int unused = 64 - 8 * width();
        if (v << unused >> unused != v) {
            throw Refusal.argument(this, verb, "v=%d does not fit an element; give one that does".formatted(v));
        }
    }

    /// The words of one call over several: which they are, and what each is compared with.
    private final class Several {
        private final String verb;
        private final long base;
        private final int n;
        private final boolean[] skip;
        private final Cmp cmp;
        private final A vector;
        private final long value;

        Several(String verb, long base, int n, boolean[] skip, Cmp cmp, A vector, long value) {
            this.verb = verb;
            this.base = base;
            this.n = n;
            this.skip = skip;
            this.cmp = cmp;
            this.vector = vector;
            this.value = value;
            check(verb, base, n);
            if (skip != null && skip.length < n) {
                throw Refusal.buffer(Words.this, verb, "skip", 0, n, skip.length);
            }
            int have = vector == null ? n : java.lang.reflect.Array.getLength(vector);
            if (have < n) throw Refusal.buffer(Words.this, verb, "v", 0, n, have);
            if (vector == null) fit(verb, value);
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
            for (int tried = 0, k = turn < n ? turn : 0; tried < n; tried++, k = k + 1 == n ? 0 : k + 1) {
                if (!skipped(k) && holds(k)) {
                    turn = k + 1;
                    return k;
                }
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
            Watch watch = block.session.watch;
            transport.awaitAny(offset + base * width(), (long) n * width(), condition, watch);
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
