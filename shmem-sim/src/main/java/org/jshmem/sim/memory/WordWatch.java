// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.Cmp;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.transport.Memory;
import org.jshmem.transport.WordWait;

/// A wait until a word of any PE compares: looks at it, sleeps until it changes, and looks again. A flag of the library
/// is then loaded.
public final class WordWatch extends MemoryWatch {
    private final Cmp cmp;
    private long value;
    private long origin; // values compare by their distances from it
    private final boolean isFlag;
    private boolean isFound; // the flag is there, and is loaded
    private final MemoryAccess load; // of a flag
    private final MemoryAccess poll;
    private long seen;

    /// A wait for a word, whose distance from `origin` compares with that of `value`; `isFlag` for one that only grows.
    public WordWatch(
            SimMemory memory,
            int pe,
            int target,
            long offset,
            int bytes,
            Cmp cmp,
            long value,
            long origin,
            boolean isFlag) {
        super(memory, pe, target, offset, bytes);
        this.cmp = cmp;
        this.value = value;
        this.origin = origin;
        this.isFlag = isFlag;
        poll = new MemoryAccess(memory, new MachineAccess(AccessKind.POLL, pe, target, offset, bytes), () -> {});
        load = new MemoryAccess(
                memory, new MachineAccess(AccessKind.LOAD, pe, target, offset, bytes), () -> seen = present());
    }

    /// Waits again, for another flag of the PE's own.
    public void again(long otherOffset, long goal) {
        restart(otherOffset);
        value = goal;
        origin = goal;
        isFound = false;
    }

    /// The word's value at the latest look, or when it was loaded.
    public long seen() {
        return seen;
    }

    @Override
    public long step(long now) {
        if (isFound) return load.step(now);
        if (isBlocked()) {
            long noticed = noticed(now);
            if (noticed < 0) return BLOCKED | now;
            if (noticed > now) return noticed;
        }
        long after = look(now);
        if (compares()) return found(after);
        if (!isBlocked()) {
            watch();
            memory.watched(this, after);
            block(after);
        }
        return BLOCKED | after;
    }

    /// The word compares, and is loaded if it is a flag.
    private long found(long now) {
        close(now);
        if (!isFlag) return DONE | now;
        load.again(target, offset);
        isFound = true;
        return now;
    }

    /// Looks at the word, and returns the time after it: a look in vain costs nothing if polls do not interfere.
    private long look(long now) {
        seen = present();
        if (!memory.costs.pollsInterfere() && !compares()) return now;
        poll.again(target, offset);
        return poll.step(now) & ~DONE;
    }

    private boolean compares() {
        return cmp.holds(seen - origin, value - origin);
    }

    private long present() {
        return Memory.getAcquire(memory.address(target, offset), (int) bytes);
    }

    @Override
    public String describe() {
        String waits = "PE " + pe + " waits ";
        String where = memory.kernel.threads.where(pe);
        int writer = memory.costs.writer(target, offset);
        String written = writer < 0 ? "never written" : "last written by PE " + writer;
        boolean isObject = memory.names.has(offset);
        String routine = isObject ? null : memory.times.routine(pe);
        if (routine != null) return waits + "in " + routine + where + " (its flag was " + written + ')';
        return waits + (target == pe ? "" : "on PE " + target + ' ')
                + (isObject ? memory.names.words(offset, bytes) : "offset " + offset) + where
                + ' ' + WordWait.sign(cmp) + ' ' + WordWait.number(value, origin, (int) bytes) + " (value "
                + WordWait.number(present(), origin, (int) bytes) + ", " + written + ')';
    }
}
