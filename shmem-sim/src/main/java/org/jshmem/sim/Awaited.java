// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Cmp;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport.Condition;
import org.jshmem.transport.Wait;

/// The aim of a wait of a simulated PE: a word and its comparison, or a condition over bytes of the PE's own memory.
class Awaited {
    final Simulation sim;
    final MemorySystem memory;
    final Accesses accesses;
    final int pe;

    int target;
    long offset;
    int width; // 0 for a condition over `value` bytes
    private Cmp cmp;
    private long value;
    private long origin;
    long seen; // value of the word at the latest look
    private Condition condition;

    Awaited(Simulation sim, Accesses accesses, int pe) {
        this.sim = sim;
        memory = sim.memory;
        this.accesses = accesses;
        this.pe = pe;
    }

    /// Aims at a word; the values compare by their distances from `origin`.
    void word(int ofTarget, long at, int bytes, Cmp how, long goal, long from) {
        target = ofTarget;
        offset = at;
        width = bytes;
        cmp = how;
        value = goal;
        origin = from;
        condition = null;
    }

    /// Aims at a flag of the PE's own, a word that only grows.
    void flag(long at, long goal) {
        word(pe, at, Long.BYTES, Cmp.GE, goal, goal);
    }

    /// Aims at a condition over bytes of the PE's own memory.
    void bytes(long at, long bytes, Condition how) {
        word(pe, at, 0, null, bytes, 0);
        condition = how;
    }

    boolean isFlag() {
        return origin == value && cmp == Cmp.GE && width == Long.BYTES;
    }

    /// Looks at the word, at the cost of a look. Returns whether the awaited condition holds.
    boolean poll() {
        seen = present();
        if (!memory.pollsInterfere() && !compares()) return false;
        long start = sim.engine.now(pe);
        if (sim.conflicts != null) sim.conflicts.looked(pe, target, offset, offset + width);
        accesses.loaded(Activity.POLL, target, offset, width, start);
        return compares();
    }

    private boolean compares() {
        return cmp.holds(seen - origin, value - origin);
    }

    private long present() {
        return Memory.getAcquire(sim.regions.address(target, offset), width);
    }

    /// Whether the condition holds, or whether the word compares at a look.
    boolean holds() {
        return condition == null ? poll() : condition.holds();
    }

    /// Whether any PE's thread may look.
    boolean isWord() {
        return condition == null;
    }

    /// Lets changes of the awaited bytes wake the PE.
    void watch() {
        sim.pollers.watch(pe, target, offset, offset + (condition == null ? width : value));
        if (sim.delayed != null && condition == null) sim.delayed.looked(target, offset, offset + width, pe);
    }

    /// The description of the wait in the program's words.
    String what(Wait by) {
        return condition == null
                ? by.what(target, offset, width, Wait.goal(cmp, value, origin))
                : by.what(pe, offset, value, "");
    }

    /// The description of the wait in the words of the simulator: the awaited and the present value.
    public String describe() {
        String waits = "PE " + pe + " waits ";
        String where = sim.where(pe);
        if (condition != null) return waits + "for a change of its " + sim.objects.words(offset, value) + where;
        int writer = memory.writer(target, offset);
        String written = writer < 0 ? "never written" : "last written by PE " + writer;
        boolean isObject = sim.objects.has(offset);
        String routine = isObject ? null : sim.spent().routine(pe);
        if (routine != null) return waits + "in " + routine + where + " (its flag was " + written + ')';
        return waits + (target == pe ? "" : "on PE " + target + ' ')
                + (isObject ? sim.objects.words(offset, width) : "offset " + offset) + where
                + ' ' + Wait.sign(cmp) + ' ' + Wait.number(value, origin) + " (value "
                + Wait.number(present(), origin) + ", " + written + ')';
    }
}
