// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.Cmp;
import org.jshmem.ShmemLock;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Transport;

/// A queue lock after Mellor-Crummey and Scott (1991): first come, first served, and each waiter waits on its own word.
/*
 *   tail (in the home PE's copy)      next (in each PE's copy)       granted (in each PE's copy)
 *   [ PE + 1 of the last in line ]    [ PE + 1 of who follows me ]   [ counts the times I was let in ]
 *
 * set:   before = swap(tail, me + 1); if somebody is before me: next of that PE = me + 1, wait until granted has grown
 * clear: if nobody follows and compareSwap(tail, me + 1, 0) succeeds: done; else wait for next, grow its granted
 *
 * The home PE depends on the lock's offset, so that several locks do not meet on one PE. `granted` only grows, so nothing
 * is reset that another PE may just be writing. Hand-over is one store and one line transfer.
 */
final class QueueLock implements ShmemLock {
    /// Three words, each on a line of its own.
    static final long BYTES = 3 * Heap.LINE;

    private static final long NEXT = Heap.LINE;
    private static final long GRANTED = 2 * Heap.LINE;

    private final Session session;
    private final Block block;
    private final Transport transport;
    private final int me;
    private final int home;
    private boolean held;

    /// How often this PE was let in by another one.
    private long grants;

    QueueLock(Session session, Block block) {
        this.session = session;
        this.block = block;
        this.transport = session.transport;
        this.me = transport.pe();
        this.home = (int) (block.offset / BYTES % transport.npes());
    }

    @Override
    public synchronized void set() {
        check("set");
        if (held) throw state("set", "this PE holds already; it is not re-entrant, clear it first");
        transport.store(me, block.offset + NEXT, 8, 0);
        long before = transport.atomic(Atomic.SWAP, home, block.offset, 8, me + 1, 0);
        if (before != 0) {
            // release: pairs with the acquire in clear() of the PE before this one
            transport.signal((int) before - 1, block.offset + NEXT, me + 1);
            // acquire: pairs with the release in clear(); the holder's updates are visible from here on
            grants++;
            transport.await(me, block.offset + GRANTED, 8, Cmp.GE, grants, session.watch);
        }
        held = true;
    }

    @Override
    public synchronized boolean test() {
        check("test");
        if (held) throw state("test", "this PE holds already; clear it first");
        transport.store(me, block.offset + NEXT, 8, 0);
        held = transport.atomic(Atomic.COMPARE_SWAP, home, block.offset, 8, me + 1, 0) == 0;
        return held;
    }

    @Override
    public synchronized void clear() {
        check("clear");
        if (!held) throw state("clear", "this PE does not hold; set it first");
        held = false;
        transport.quiet();
        if (transport.load(me, block.offset + NEXT, 8) == 0) {
            if (transport.atomic(Atomic.COMPARE_SWAP, home, block.offset, 8, 0, me + 1) == me + 1) return;
            transport.await(me, block.offset + NEXT, 8, Cmp.NE, 0, session.watch); // it is in line, but has not said so
        }
        int next = (int) transport.load(me, block.offset + NEXT, 8) - 1;
        long turn = transport.load(next, block.offset + GRANTED, 8) + 1; // nobody else writes it: this PE has the lock
        transport.signal(next, block.offset + GRANTED, turn); // release: pairs with the acquire in set() of that PE
    }

    @Override
    public Held acquire() {
        set();
        return new Token();
    }

    /// Clears once, however often it is closed: by then the lock may be held for another reason.
    private final class Token implements Held {
        private boolean closed;

        @Override
        public void close() {
            if (closed) return;
            closed = true;
            clear();
        }
    }

    @Override
    public void free() {
        check("free");
        if (held) throw state("free", "this PE holds; clear it first");
        session.free(block);
    }

    private void check(String verb) {
        if (!block.live) throw state(verb, "was freed or whose session is finalized; make a new one");
    }

    private IllegalStateException state(String verb, String what) {
        return new IllegalStateException(
                "%s: %s of lock %d, which %s".formatted(session.who(), verb, block.number, what));
    }
}
