// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.lock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.Cmp;
import org.jshmem.ShmemLock;
import org.jshmem.runtime.heap.Block;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// A queue lock after Mellor-Crummey and Scott (1991). PEs get it in the order of their arrival, and each waits on a
/// word of its own.
/*
 *   tail (in the home PE's copy)      next (in each PE's copy)       granted (in each PE's copy)
 *   [ PE + 1 of the last in line ]    [ PE + 1 of the next in line ] [ grants received           ]
 *
 * set:   before = swap(tail, me + 1); if before is a PE: next of that PE = me + 1, wait until granted has grown
 * clear: if next is 0 and compareSwap(tail, me + 1, 0) succeeds: done; else wait for next, add 1 to its granted
 *
 * The home PE depends on the lock's offset, so that several locks have different home PEs. `granted` only grows, so no
 * PE resets a word that another PE may be writing. Passing the lock on is one load and one store of the next PE's word.
 * A PE in line also notes the PE before it, so that a report can follow the line to the holder.
 *
 * A PE cannot leave the line: the PE before it will grant it the lock.
 */
public final class QueueLock implements ShmemLock, Wait.Reason {
    private static final long LINE = 64;

    /// Words of a lock.
    public static final long WORDS = 3 * LINE / 8;

    private static final long FIRST_PAUSE = 1_000; // ns between two tries
    private static final long LONGEST_PAUSE = 1_000_000;

    private static final long NEXT = LINE;
    private static final long BEFORE = LINE + 8;
    private static final long GRANTED = 2 * LINE;

    private final Block block;
    private final Transport transport;
    private final Channel channel;
    private final int me;
    private final int home;

    /// Admits one thread of this PE at a time.
    private final Semaphore thread = new Semaphore(1);

    private boolean held;

    /// Whether a wait in line took too long: this PE is still in line, and does not take the lock that it will get.
    private volatile boolean lost;

    /// Grants of other PEs, including those that are still to come.
    private long grants;

    public QueueLock(Block block) {
        this.block = block;
        this.transport = block.session.transport;
        this.channel = transport.channel();
        this.me = transport.pe();
        this.home = (int) (block.offset / (3 * LINE) % transport.npes());
    }

    @Override
    public ShmemLock named(String name) {
        check("named");
        block.name(label(), name);
        return this;
    }

    @Override
    public void set() {
        alone("set", false, this::join);
    }

    /// Carries out a call, of one thread of this PE at a time, for which this PE holds the lock or not.
    private void alone(String verb, boolean holds, Runnable call) {
        check(verb);
        thread.acquireUninterruptibly();
        try {
            checkHeld(verb, holds);
            call.run();
        } finally {
            thread.release();
        }
    }

    private void join() {
        channel.store(me, block.offset + NEXT, 8, 0);
        long before = channel.atomic(Atomic.SWAP, home, block.offset, 8, me + 1, 0);
        if (before != 0) comeAfter(before);
        held = true;
    }

    private String label() {
        return block.name == null ? "lock " + block.number : "lock " + block.label();
    }

    private void comeAfter(long before) {
        long note = transport.address(me, block.offset + BEFORE);
        Memory.setLongRelease(note, before); // pairs with the load in what() of a PE further back
        // release: pairs with the acquire in release() of the PE before this one
        channel.signal((int) before - 1, block.offset + NEXT, me + 1);
        grants++;
        try {
            // acquire: pairs with the signal in release(); the holder's updates are visible from here on
            new WordWait(this, transport, block.offset + GRANTED, Cmp.GE, grants).await();
        } finally {
            Memory.setLongRelease(note, 0);
        }
    }

    @Override
    public void tookTooLong() {
        lost = !held; // else the PE clears the lock, and waits for the next one's number
    }

    /// Ends a wait in line with the session, whose memory is another one's afterwards.
    @Override
    public void check(boolean stuck) {
        check("set");
    }

    @Override
    public String what(Wait wait) {
        int holder = me;
        for (int k = 0; k < transport.npes(); k++) {
            long before = before(holder);
            if (before == 0) break;
            holder = (int) before - 1;
        }
        if (held) return "for the next PE in line for %s, which this PE clears".formatted(label());
        String by = holder == me ? "which was just handed on" : "which PE %d holds".formatted(holder);
        return "for %s, %s".formatted(label(), by);
    }

    /// The number of the PE before a PE in line, + 1. A report costs no virtual time, and another PE may make it.
    private long before(int pe) {
        long at = block.offset + BEFORE;
        return transport.virtualTime() ? Memory.getLongAcquire(transport.address(pe, at)) : channel.load(pe, at, 8);
    }

    @Override
    public boolean test() {
        check("test");
        if (!thread.tryAcquire()) return false; // another thread of this PE is in set(), test() or clear()
        try {
            checkHeld("test", false);
            channel.store(me, block.offset + NEXT, 8, 0);
            held = channel.atomic(Atomic.COMPARE_SWAP, home, block.offset, 8, me + 1, 0) == 0;
            // a loop of tests is a poll: a backend that lets others run during polls counts looks
            if (!held) channel.look(me, block.offset + NEXT, 8);
            return held;
        } finally {
            thread.release();
        }
    }

    @Override
    public void clear() {
        alone("clear", true, () -> {
            channel.quiet();
            release();
            held = false;
        });
    }

    /// Passes the lock to the next PE in line, or frees it if no PE is in line.
    private void release() {
        if (channel.look(me, block.offset + NEXT, 8) == 0) {
            if (channel.atomic(Atomic.COMPARE_SWAP, home, block.offset, 8, 0, me + 1) == me + 1) return;
            // the next PE has changed the tail, and has not yet written its number
            new WordWait(this, transport, block.offset + NEXT, Cmp.NE, 0).await();
        }
        int next = (int) channel.look(me, block.offset + NEXT, 8) - 1;
        long turn = channel.load(next, block.offset + GRANTED, 8) + 1; // only the holder, this PE, writes it
        channel.signal(next, block.offset + GRANTED, turn); // release: pairs with the acquire of that PE in comeAfter()
    }

    @Override
    public Held acquire() {
        set();
        return held();
    }

    @Override
    public Optional<Held> tryAcquire(Duration max) {
        long end = block.session.deadline(max);
        for (long pause = FIRST_PAUSE; !test(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            long now = transport.nanoTime();
            if (now - end >= 0) return Optional.empty();
            long next = now + Math.min(pause, end - now);
            transport.await(0, 1, new Wait(_ -> "to try " + label() + " again", () -> false, next, true));
        }
        return Optional.of(held());
    }

    /// Returns what clears the lock at its first close only: later the PE may hold the lock for another reason.
    private Held held() {
        var open = new AtomicBoolean(true);
        return () -> {
            if (open.getAndSet(false)) clear();
        };
    }

    @Override
    public void free() {
        alone("free", false, () -> block.session.allocator.free("free", List.of(block)));
    }

    private void check(String verb) {
        if (!block.live) throw state(verb, "was freed or whose session is finalized; make a new one");
        if (lost)
            throw state(verb, "took longer than --timeout on this PE, which is still in line for it; end the job");
    }

    private void checkHeld(String verb, boolean holds) {
        if (held == holds) return;
        if (holds) throw state(verb, "this PE does not hold; set it first");
        throw state(verb, "this PE holds already; it is not re-entrant, clear it first");
    }

    private IllegalStateException state(String verb, String what) {
        return block.session.state("%s of %s, which %s", verb, label(), what);
    }
}
