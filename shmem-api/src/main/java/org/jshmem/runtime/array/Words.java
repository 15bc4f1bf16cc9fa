// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.SymWords;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Block;

/// A symmetric array of words, with the waits and tests that shorts, ints and longs have in common.
/*
 * A word is sign-extended to a long, so one comparison serves all widths.
 */
public abstract class Words<A, S extends SymWords<A, S>> extends Array<A, S> implements SymWords<A, S> {
    private long origin;

    Words(ElementType type, Block block, Context context, long offset, long length, boolean part) {
        super(type, block, context, offset, length, part);
    }

    @Override
    long origin() {
        return origin;
    }

    /// Another view of this array, whose waits and tests compare without a sign.
    public S unsigned() {
        S view = view(block, context, offset, length, part);
        ((Words<?, ?>) view).origin = Long.MIN_VALUE;
        return view;
    }

    @Override
    public void waitUntil(long i, Cmp c, long v) {
        check("waitUntil", i, c, v);
        await(i, c, v, Long.MAX_VALUE);
    }

    @Override
    public boolean waitUntil(long i, Cmp c, long v, Duration max) {
        check("waitUntil", i, c, v);
        long deadline = block.session.deadline(max);
        return max.isPositive() ? compares(await(i, c, v, deadline), c, v) : compares(load(i), c, v);
    }

    @Override
    public boolean test(long i, Cmp c, long v) {
        check("test", i, c, v);
        return compares(load(i), c, v);
    }

    private void check(String verb, long i, Cmp c, long v) {
        check(verb, i, c);
        fit(verb, v);
    }

    /// Refuses a value that no element can hold: no update would ever reach it.
    private void fit(String verb, long v) {
        int unused = 64 - 8 * width;
        if (v << unused >> unused == v) return;
        long most = Long.MAX_VALUE >> unused;
        String mistake = "value=%d does not fit into an element; use %d to %d";
        throw Refusal.argument(this, verb, mistake, v, -most - 1, most);
    }

    /// Words from element `i` on, which are all compared with one number.
    final SeveralWords several(String verb, long i, int n, boolean[] skip, Cmp c, long v) {
        SeveralWords words = SeveralWords.of(this, verb, i, n, skip, c, k -> v);
        fit(verb, v);
        return words;
    }

    /// Words from element `i` on; word `k` is compared with `v[k]`.
    final SeveralWords several(String verb, long i, int n, boolean[] skip, Cmp c, A v) {
        SeveralWords words = SeveralWords.of(this, verb, i, n, skip, c, k -> bits(v, k));
        if (n > 0) checkBuffer(verb, "v", v, 0, n);
        return words;
    }
}
