// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;

/// A store, a signal, or an atomic operation on one word.
final class WordChange extends MemoryAccess {
    private final SimChannel by;
    private final Atomic op; // null for a store and a signal
    private long operand;
    private final long expected;

    /// The old value, after an atomic operation.
    long was;

    /// A store or a signal.
    WordChange(SimChannel by, MachineAccess access, long value, boolean issued) {
        super(by.sim, access, issued);
        this.by = by;
        op = null;
        operand = value;
        expected = 0;
    }

    WordChange(SimChannel by, MachineAccess access, Atomic op, long operand, long expected) {
        super(by.sim, access, false);
        this.by = by;
        this.op = op;
        this.operand = operand;
        this.expected = expected;
    }

    /// Makes this change again, of another word.
    void again(int region, long offset, long value) {
        again(region, offset);
        operand = value;
    }

    @Override
    public long begin() {
        if (access.kind == AccessKind.SIGNAL) sim.costs.begin(access.pe);
        return 0;
    }

    @Override
    void move() {
        if (access.kind == AccessKind.STORE) {
            Memory.set(by.destination(access), (int) access.bytes, operand);
            by.moved(access);
            return;
        }
        long address = sim.regions.address(access.region, access.offset);
        if (op != null) was = Memory.atomic(op, address, (int) access.bytes, operand, expected);
        else Memory.setLongRelease(address, operand);
    }
}
