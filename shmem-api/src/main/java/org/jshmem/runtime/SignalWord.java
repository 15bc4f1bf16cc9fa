// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Transport.Condition;

/// A signal word.
/*
 * Signals compare unsigned, the transport compares signed: only equality is the same in both and goes straight to the
 * transport. Order is evaluated here, in a condition over the one word, which also keeps the word that satisfied it:
 * another load after the wait might see a later one that does not.
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
        return load();
    }

    @Override
    public long waitUntil(Cmp c, long v) {
        check("waitUntil", 0);
        if (c == null) throw Refusal.missing(this, "waitUntil", "c");
        try {
            if (c == Cmp.EQ) {
                transport.await(transport.pe(), offset, BYTES, c, v, block.session.watch);
                return v;
            }
            Seen seen = new Seen(c, v);
            transport.awaitAny(offset, BYTES, seen, block.session.watch);
            return seen.word;
        } catch (ShmemTimeoutException e) {
            throw Refusal.timedOut(this, "waitUntil", 0, 1, e);
        }
    }

    @Override
    public boolean waitUntil(Cmp c, long v, Duration max) {
        check("waitUntil", 0);
        if (c == null) throw Refusal.missing(this, "waitUntil", "c");
        try {
            return transport.awaitAny(offset, BYTES, new Seen(c, v), block.session.until(max));
        } catch (ShmemTimeoutException e) {
            throw Refusal.timedOut(this, "waitUntil", 0, 1, e);
        }
    }

    @Override
    public boolean test(Cmp c, long v) {
        check("test", 0);
        if (c == null) throw Refusal.missing(this, "test", "c");
        return new Seen(c, v).holds();
    }

    private long load() {
        return transport.load(transport.pe(), offset, BYTES);
    }

    /// A comparison, and the word it last looked at.
    private final class Seen implements Condition {
        private final Cmp cmp;
        private final long value;
        private long word;

        Seen(Cmp cmp, long value) {
            this.cmp = cmp;
            this.value = value;
        }

        @Override
        public boolean holds() {
            word = load();
            return cmp.holds(word + Long.MIN_VALUE, value + Long.MIN_VALUE); // unsigned order as signed order
        }
    }
}
