// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.io.Serial;
import java.util.ArrayDeque;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.transport.FlagWait;
import org.jshmem.transport.Memory;
import org.jshmem.transport.WordWait;

/// A wait until a word of any PE compares: looks at it, sleeps until it changes, and looks again. A flag of the library
/// is then loaded.
public final class WordWatch extends MemoryWatch {
    private enum Stage {
        BEGINS,
        LOOKS,
        /// The flag is there.
        LOADS
    }

    private final ArrayDeque<WordWatch> free; // takes this object when an issued wait is over
    private final MemoryAccess look; // of all waits of the PE
    private WordWait word;
    private boolean isIssued;
    private boolean isInPlace;
    private Stage stage;
    private final Runnable observe = () -> word.saw(present());

    /// An object for the waits of a PE, one after the other. Issued ones return into `free` when they are over.
    /// They look by one access.
    public WordWatch(SimMemory memory, MemoryAccess look, ArrayDeque<WordWatch> free) {
        super(memory, look.access.pe);
        this.look = look;
        this.free = free;
    }

    /// Makes this object a wait for a word of a PE, an issued one or one that the PE performs. It looks at the
    /// word where it lies, or by a call of get.
    public WordWatch become(int owner, WordWait by, boolean issued, boolean inPlace) {
        become(by, owner, by.offset, by.width);
        word = by;
        isIssued = issued;
        isInPlace = inPlace;
        stage = Stage.BEGINS;
        return this;
    }

    @Override
    long lookAgain(long now) {
        if (stage == Stage.BEGINS) {
            observe.run();
            if (!memory.costs.pollsInterfere() && !compares()) return inVain(now);
            look.lookAt(AccessKind.POLL, target, offset, bytes, observe);
            look.access.inPlace = isInPlace;
            stage = Stage.LOOKS;
        }
        long next = look.step(now);
        if ((next & DONE) == 0) return next;
        long after = next & ~DONE;
        if (stage == Stage.LOADS) return done(after);
        return compares() ? found(after) : inVain(after);
    }

    private long inVain(long now) {
        if (!watches) {
            watch();
            memory.watched(this, now);
        }
        stage = Stage.BEGINS;
        return sleep(now);
    }

    /// The word compares, and is loaded if it is a flag.
    private long found(long now) {
        close(now);
        if (!(word instanceof FlagWait)) return done(now);
        look.lookAt(AccessKind.LOAD, target, offset, bytes, observe);
        stage = Stage.LOADS;
        return now;
    }

    private long done(long now) {
        if (!isIssued) return DONE | now;
        free.push(this);
        if (word instanceof FlagWait flag && !flag.fits(flag.seen())) throw new Misfit(flag);
        return DONE | now + memory.calls.await();
    }

    /// An issued wait has found an unexpected flag, perhaps on the thread of another PE.
    public static final class Misfit extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        /// The wait, whose PE knows the exception.
        public final transient FlagWait flag;

        private Misfit(FlagWait flag) {
            this.flag = flag;
        }
    }

    /// Whether the word compared at the latest look.
    public boolean compares() {
        return word.cmp.holds(word.seen() - word.origin, word.value - word.origin);
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
        boolean isProgram = word.interruptible; // else a wait of the library in an object, such as a lock
        if (isObject && !isProgram) return waits + word.what() + where;
        String routine = isObject ? null : memory.times.routine(pe);
        if (routine != null) return waits + "in " + routine + where + " (its flag was " + written + ')';
        return waits + (target == pe ? "" : "on PE " + target + ' ')
                + (isObject ? memory.names.words(offset, bytes) : "offset " + offset) + where
                + ' ' + WordWait.sign(word.cmp) + ' ' + WordWait.number(word.value, word.origin, word.width)
                + " (value "
                + WordWait.number(present(), word.origin, word.width) + ", " + written + ')';
    }
}
