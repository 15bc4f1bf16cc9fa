// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.transport.Atomic;

/// A program that runs step by step, with the stores that it has made and nobody sees yet.
/*
 * A step is what others can notice or be noticed by: it stops the program until the explorer lets it go on.
 * What only this actor can tell happens at once: a store into its own queue, a load from there, the end of a
 * fence, a second look at one word with nothing in between. That look could see a newer value; a loop that
 * waits for a word cannot tell this from having begun to look later.
 */
final class Actor {
    enum Kind {
        LOAD,
        LOAD_ACQUIRE,
        STORE,
        STORE_RELEASE,
        ATOMIC,
        FENCE,
        FUTEX_WAIT,
        FUTEX_WAKE
    }

    /// A store on its way; a release fence where `address` is 0. `locked`: an atomic's, whose word nobody else
    /// writes meanwhile.
    record Stored(long address, int width, long value, boolean release, boolean locked) {

        boolean touches(long at, int bytes) {
            return at < address + width && address < at + bytes;
        }

        /// A word as it is after this store.
        long over(long at, int bytes, long word) {
            long after = word;
            for (int i = 0; i < bytes; i++) {
                long from = at + i - address;
                if (from < 0 || from >= width) continue;
                long one = value >>> 8 * from & 0xff;
                after = after & ~(0xffL << 8 * i) | one << 8 * i;
            }
            int rest = 64 - 8 * bytes;
            return after << rest >> rest;
        }
    }

    private static Actor current;

    final int number;
    private final Shared memory;
    private final Scene scene;
    private final Coroutine coroutine;
    private Throwable failure;
    private boolean ended;

    /// The futex it sleeps on, or 0.
    long bed;

    /// Nanoseconds that it has asked to sleep.
    long clock = 1;

    // the step to come
    Kind kind;
    long address;
    int width;
    long operand;
    private long expected;
    private Atomic op;
    private long result;

    final List<Stored> queue = new ArrayList<>();

    /// What words have held since the last acquire, oldest first, but for what they hold now.
    private final Map<Long, List<Long>> old = new HashMap<>();

    private long looked;
    private long told;
    private long toldToo;

    Actor(int number, Shared memory, Scene scene, Runnable program) {
        this.number = number;
        this.memory = memory;
        this.scene = scene;
        this.coroutine = new Coroutine(() -> {
            try {
                program.run();
            } catch (Throwable e) {
                failure = e;
            }
            ended = true;
        });
    }

    /// Whoever runs now, or null where nothing is explored.
    static Actor current() {
        return current;
    }

    boolean isPrivate(long at) {
        return scene.isPrivate(at);
    }

    boolean hasEnded() {
        return ended;
    }

    Throwable failure() {
        return failure;
    }

    /// Goes on to the next step.
    void run() {
        current = this;
        try {
            coroutine.resume();
        } finally {
            current = null;
        }
    }

    // what the program does

    private long step(Kind what, long at, int bytes, long value, long other, Atomic how) {
        kind = what;
        address = at;
        width = bytes;
        operand = value;
        expected = other;
        op = how;
        Coroutine.stop();
        tell(result);
        return result;
    }

    private void tell(long value) {
        told = Shared.mix(told, value);
        toldToo = Shared.mix(toldToo ^ 0x5bd1e995, value);
    }

    long load(Kind what, long at, int bytes) {
        boolean repeated = looked == at;
        looked = at;
        boolean own = false;
        for (Stored s : queue) own |= s.touches(at, bytes);
        if (!own && !repeated) return step(what, at, bytes, 0, 0, null);
        long value = memory.read(at, bytes);
        for (Stored s : queue) value = s.over(at, bytes, value);
        tell(value);
        return value;
    }

    void store(Kind what, long at, int bytes, long value) {
        looked = 0;
        if (memory.order == Order.SEQUENTIAL) step(what, at, bytes, value, 0, null);
        else queue.add(new Stored(at, bytes, value, what == Kind.STORE_RELEASE, false));
    }

    /// Memory that is made fresh, which nobody else knows yet: at once.
    void clear(long at, long bytes) {
        for (long i = at; i < at + bytes; i += 8) if (memory.read(i, 8) != 0) memory.write(i, 8, 0);
    }

    long atomic(Atomic how, long at, int bytes, long value, long other) {
        looked = 0;
        return step(Kind.ATOMIC, at, bytes, value, other, how);
    }

    void fence() {
        looked = 0;
        if (!queue.isEmpty()) step(Kind.FENCE, 0, 0, 0, 0, null);
        old.clear();
    }

    void releaseFence() {
        if (memory.order == Order.WEAK && !queue.isEmpty()) queue.add(new Stored(0, 0, 0, false, false));
    }

    void futexWait(long at, int value) {
        looked = 0;
        step(Kind.FUTEX_WAIT, at, 4, value, 0, null);
    }

    void futexWakeAll(long at) {
        looked = 0;
        step(Kind.FUTEX_WAKE, at, 4, 0, 0, null);
    }

    // what the machine does with it

    /// In how many ways the next step can be made now.
    int ways(List<Actor> all) {
        if (ended || bed != 0) return 0;
        return switch (kind) {
            case LOAD -> 1 + old.getOrDefault(address, List.of()).size();
            case LOAD_ACQUIRE -> 1;
            case STORE, STORE_RELEASE, FUTEX_WAIT, FUTEX_WAKE -> queue.isEmpty() ? 1 : 0;
            case FENCE -> 0; // over as soon as the queue is empty
            case ATOMIC -> queue.isEmpty() && !isLocked(address, all) ? 1 : 0;
        };
    }

    private boolean isLocked(long at, List<Actor> all) {
        for (Actor other : all) {
            if (other == this) continue;
            for (Stored s : other.queue) if (s.locked && s.touches(at, 1)) return true;
        }
        return false;
    }

    /// Whether store `i` of the queue may become visible now.
    boolean mayLeave(int i, List<Actor> all) {
        Stored s = queue.get(i);
        if (s.address == 0) return i == 0;
        if (isLocked(s.address, all)) return false;
        if (i == 0) return true;
        if (memory.order == Order.TOTAL_STORE || s.release) return false;
        for (int j = 0; j < i; j++) {
            Stored before = queue.get(j);
            if (before.address == 0 || before.touches(s.address, s.width)) return false;
        }
        return true;
    }

    void leave(int i, List<Actor> all) {
        Stored s = queue.remove(i);
        if (s.address != 0) write(s.address, s.width, s.value, all);
        if (queue.isEmpty() && kind == Kind.FENCE && !ended) run();
    }

    private void write(long at, int bytes, long value, List<Actor> all) {
        long before = memory.read(at, bytes);
        memory.write(at, bytes, value);
        if (memory.order != Order.WEAK) return;
        for (Actor other : all) {
            if (other == this) old.remove(at);
            else if (before != value)
                other.old.computeIfAbsent(at, k -> new ArrayList<>()).add(before);
        }
    }

    /// Makes the step in one of its ways, and goes on to the next one.
    void make(int way, List<Actor> all) {
        switch (kind) {
            case LOAD -> result = way == 0 ? newest() : older(way - 1);
            case LOAD_ACQUIRE -> {
                result = memory.read(address, width);
                old.clear();
            }
            case STORE, STORE_RELEASE -> write(address, width, operand, all);
            case ATOMIC -> change(all);
            case FENCE -> throw new AssertionError();
            case FUTEX_WAIT -> {
                result = 0;
                old.clear();
                if (memory.read(address, width) == operand) {
                    bed = address;
                    return;
                }
            }
            case FUTEX_WAKE -> wake(all);
        }
        run();
    }

    private long newest() {
        old.remove(address);
        return memory.read(address, width);
    }

    private long older(int index) {
        List<Long> values = old.get(address);
        values.subList(0, index).clear(); // what has been seen once is not unseen
        return values.getFirst();
    }

    private void change(List<Actor> all) {
        long before = memory.read(address, width);
        long after = op.apply(before, operand, expected);
        result = before;
        old.clear();
        if (after == before) return;
        if (memory.order == Order.WEAK) queue.add(new Stored(address, width, after, true, true));
        else write(address, width, after, all);
    }

    private void wake(List<Actor> all) {
        result = 0;
        old.clear();
        for (Actor other : all) {
            if (other.bed != address) continue;
            other.bed = 0;
            other.run(); // its system call returns
        }
    }

    /// A hash of all there is to this actor: what it was told says where it is.
    long hash(long seed) {
        long h = Shared.mix(seed, seed < 0 ? told : toldToo);
        h = Shared.mix(h, bed + (ended ? 1 : 0) + (bed == 0 && !ended ? 2 + kind.ordinal() : 0));
        for (Stored s : queue) h = Shared.mix(Shared.mix(h, s.address), s.value * 2 + (s.release ? 1 : 0));
        long words = 0;
        for (var word : old.entrySet()) {
            long w = Shared.mix(seed, word.getKey());
            for (long value : word.getValue()) w = Shared.mix(w, value);
            words ^= w;
        }
        return Shared.mix(h, words);
    }

    String describe(int way) {
        String word = address == 0 ? "" : " " + scene.name(address);
        return "%d: %s%s%s"
                .formatted(
                        number,
                        kind == Kind.ATOMIC ? op.name() : kind.name(),
                        word,
                        kind == Kind.LOAD && way > 0 ? ", an old value" : "");
    }

    String describeLeaving(int i) {
        Stored s = queue.get(i);
        return s.address == 0
                ? "%d: a release fence is over".formatted(number)
                : "%d: %s = %d becomes visible".formatted(number, scene.name(s.address), s.value);
    }
}
