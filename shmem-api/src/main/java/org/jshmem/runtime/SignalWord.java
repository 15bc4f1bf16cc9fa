// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Watch;

/// A signal word.
/*
 * Signals compare unsigned, the transport compares signed. Equality is the same in both, and so is order when both sides
 * are non-negative as signed numbers; only a value with the top bit set takes the slower way through a condition.
 */
final class SignalWord extends Place implements Signal {
    static final int BYTES = 8;

    SignalWord(Block block, Context context) {
        super(block, context, block.offset, 1, false);
    }

    @Override
    String noun() {
        return "signal";
    }

    @Override
    int width() {
        return BYTES;
    }

    @Override
    public Signal on(Ctx ctx) {
        return new SignalWord(block, Context.of(ctx, block.session));
    }

    @Override
    public void set(long v, int pe) {
        checkPe("set", 0, pe);
        transport.signal(world(pe), offset, v);
    }

    @Override
    public void add(long v, int pe) {
        checkPe("add", 0, pe);
        transport.atomic(Atomic.ADD, world(pe), offset, BYTES, v, 0);
    }

    /// Updates the word on a PE of the job, after data that were put there.
    void update(SignalOp op, long v, int worldPe) {
        // both release: they pair with the acquire in waitUntil; the data are visible before the signal
        if (op == SignalOp.SET) transport.signal(worldPe, offset, v);
        else transport.atomic(Atomic.ADD, worldPe, offset, BYTES, v, 0);
    }

    @Override
    public long fetch() {
        check("fetch", 0);
        return Memory.getLongAcquire(address);
    }

    @Override
    public long waitUntil(Cmp c, long v) {
        check("waitUntil", 0);
        await(c, v, block.session.watch);
        return Memory.getLongAcquire(address);
    }

    @Override
    public boolean waitUntil(Cmp c, long v, Duration max) {
        check("waitUntil", 0);
        return await(c, v, block.session.until(max));
    }

    @Override
    public boolean test(Cmp c, long v) {
        check("test", 0);
        return holds(c, v);
    }

    private boolean holds(Cmp c, long v) {
        return c.holds(Memory.getLongAcquire(address) + Long.MIN_VALUE, v + Long.MIN_VALUE);
    }

    private boolean await(Cmp c, long v, Watch watch) {
        if (c == Cmp.EQ || c == Cmp.NE) return transport.await(transport.pe(), offset, BYTES, c, v, watch);
        return transport.awaitAny(offset, BYTES, () -> holds(c, v), watch);
    }
}
