// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;

/// A signal word. Comparisons are unsigned: they compare distances from the smallest signed word.
public final class SignalWord extends SymObject implements Signal {
    static final int BYTES = 8;

    SignalWord(Block block, Context context) {
        super(block, context, BYTES, block.offset, 1, false);
    }

    @Override
    String place(long i) {
        return label();
    }

    @Override
    long origin() {
        return Long.MIN_VALUE;
    }

    @Override
    public String noun() {
        return "signal";
    }

    @Override
    public String label() {
        return block.name == null ? "signal " + block.number : "signal " + block.label();
    }

    @Override
    public String toString() {
        return block.described("Signal", 1, byteOffset(), false);
    }

    @Override
    public Signal named(String name) {
        block.name(label(), name);
        return this;
    }

    @Override
    public Signal on(Ctx ctx) {
        return new SignalWord(block, Context.of(ctx, block.session));
    }

    @Override
    public void set(long v, int pe) {
        channel.signal(target("set", 0, pe), offset, v);
    }

    @Override
    public void add(long v, int pe) {
        channel.update(Atomic.ADD, target("add", 0, pe), offset, BYTES, v);
    }

    /// Updates the word on PE `worldPe` of the job, after the data that were put there through the channel `data`.
    void follow(Channel data, SignalOp op, long v, int worldPe) {
        data.bindNextSignal(worldPe);
        // both come after the data: they pair with the acquire in waitUntil
        if (op == SignalOp.SET) data.signal(worldPe, offset, v);
        else data.update(Atomic.ADD, worldPe, offset, BYTES, v);
    }

    @Override
    public long fetch() {
        check("fetch", 0, 1);
        return load(0);
    }

    @Override
    public long waitUntil(Cmp c, long v) {
        check("waitUntil", 0, c);
        return await(0, c, v, Long.MAX_VALUE);
    }

    @Override
    public boolean waitUntil(Cmp c, long v, Duration max) {
        check("waitUntil", 0, c);
        long deadline = block.session.deadline(max);
        return max.isPositive() ? compares(await(0, c, v, deadline), c, v) : compares(load(0), c, v);
    }

    @Override
    public boolean test(Cmp c, long v) {
        check("test", 0, c);
        return compares(load(0), c, v);
    }
}
