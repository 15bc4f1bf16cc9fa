// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.model.Steps;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// A store, a signal, or an atomic operation on one word.
final class WordChange extends MemoryAccess {
    private final Atomic op; // null for a store and a signal
    private long operand;
    private final long expected;
    private final SimChannel by;
    private Steps rest; // of the memory's steps

    /// The old value, after an atomic operation.
    long was;

    WordChange(SimChannel by, Activity kind, int region, long offset, int width, long value, boolean issued) {
        this(by, by.sim, by.pe(), kind, null, region, offset, width, value, 0, issued);
    }

    WordChange(SimChannel by, Atomic op, int region, long offset, int width, long operand, long expected) {
        this(by, by.sim, by.pe(), Activity.ATOMIC, op, region, offset, width, operand, expected, false);
    }

    private WordChange(
            SimChannel by,
            Simulation sim,
            int pe,
            Activity kind,
            Atomic op,
            int region,
            long offset,
            int width,
            long operand,
            long expected,
            boolean issued) {
        super(sim, pe, kind, region, offset, width, issued);
        this.by = by;
        this.op = op;
        this.operand = operand;
        this.expected = expected;
    }

    /// Makes this change again, of another word.
    void again(int otherRegion, long otherOffset, long value) {
        again(otherRegion, otherOffset);
        operand = value;
    }

    @Override
    public long begin() {
        if (kind == Activity.SIGNAL) sim.memory.begin(pe);
        return 0;
    }

    @Override
    public long step(long now) {
        if (done < 0) {
            long end = start < 0 ? first(now) : rest.step(now);
            if (rest != null && rest.hasMore()) return end;
            long effect = effect(now, end);
            sim.races.meets(pe, kind, region, offset, offset + bytes, start);
            if (sim.delayed != null) sim.delayed.nonBlocking.changes(pe, kind, region, offset, offset + bytes);
            if (effect >= 0) return effect;
        }
        sim.kernel.advanceTo(pe, done);
        if (sim.conflicts != null) sim.conflicts.changed(pe, kind, region, offset, offset + bytes);
        note();
        sim.pollers.changed(region, offset, offset + bytes, seen);
        change();
        return DONE | sim.kernel.now(pe);
    }

    private long first(long now) {
        start = now;
        long next = switch (kind) {
            case STORE -> sim.memory.store(pe, region, offset, now);
            case SIGNAL -> sim.memory.flag(pe, region, offset, now);
            default -> sim.memory.atomic(pe, region, offset, now);
        };
        rest = sim.memory.rest();
        return next;
    }

    private void change() {
        long address = sim.regions.address(region, offset);
        if (kind == Activity.SIGNAL) {
            Memory.setLongRelease(address, operand);
        } else if (op != null) {
            was = Memory.atomic(op, address, (int) bytes, operand, expected);
        } else {
            Memory.set(by.destination(region, offset, bytes), (int) bytes, operand);
            by.written(region);
        }
    }
}
