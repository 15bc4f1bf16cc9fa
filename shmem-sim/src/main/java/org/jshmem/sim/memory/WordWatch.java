// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jshmem.Cmp;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// A wait until a word of any PE compares: looks at it, sleeps until it changes, and looks again. A flag of the library
/// is then loaded.
public final class WordWatch extends MemoryWatch {
    private final ArrayDeque<WordWatch> free; // takes this object when an issued wait is over
    private final MemoryAccess look; // of all waits of the PE
    private Cmp cmp;
    private long value;
    private long origin; // values compare by their distances from it
    private boolean isFlag;
    private LongConsumer arrived; // of an issued wait, else null
    private boolean isFound; // the flag is there, and is loaded
    private long seen;

    /// An object for the waits of a PE, one after the other. Issued ones return into `free` when they are over.
    /// They look by one access.
    public WordWatch(SimMemory memory, MemoryAccess look, ArrayDeque<WordWatch> free) {
        super(memory, look.access.pe);
        this.look = look;
        this.free = free;
    }

    /// Makes this object a wait for a word of a PE, whose distance from `of` compares with that of `goal`; `grows` for
    /// a
    /// flag of the library, which only grows. `there` makes it an issued one, whose word it gets.
    public WordWatch become(
            Wait by,
            int owner,
            long first,
            int width,
            Cmp comparison,
            long goal,
            long of,
            boolean grows,
            LongConsumer there) {
        become(by, owner, first, width);
        cmp = comparison;
        value = goal;
        origin = of;
        isFlag = grows;
        arrived = there;
        isFound = false;
        return this;
    }

    /// The word's value at the latest look, or when it was loaded.
    public long seen() {
        return seen;
    }

    @Override
    public long step(long now) {
        if (isFound) {
            long next = look.step(now);
            if ((next & DONE) == 0) return next;
            seen = present();
            return done(next & ~DONE);
        }
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
        if (!isFlag) return done(now);
        look.lookAt(AccessKind.LOAD, target, offset, bytes);
        isFound = true;
        return now;
    }

    private long done(long now) {
        if (arrived == null) return DONE | now;
        free.push(this);
        arrived.accept(seen);
        return DONE | now + memory.calls.await();
    }

    /// Looks at the word, and returns the time after it: a look in vain costs nothing if polls do not interfere.
    private long look(long now) {
        seen = present();
        if (!memory.costs.pollsInterfere() && !compares()) return now;
        look.lookAt(AccessKind.POLL, target, offset, bytes);
        return look.step(now) & ~DONE;
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
