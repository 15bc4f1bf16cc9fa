// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;

/// The mailboxes of a PE: makes them, and closes those that are open at the end of the session.
public final class Mailboxes {
    private final Session session;
    private final Doorbell bell;

    public Mailboxes(Session session) {
        this.session = session;
        this.bell = new Doorbell(session.transport);
    }

    /// Makes a mailbox with room for `bytes` bytes of arrivals. Collective.
    public PeMailbox make(long bytes) {
        if (bytes < 0) throw session.refusal("mailbox, bytes=%d is negative; give 0 or more", bytes);
        int npes = session.transport.npes();
        long words = MailboxLayout.of(0, npes, bytes).words();
        Heap heap = nearest(words * Long.BYTES);
        Block block = session.allocator.allocate(heap, ObjectKind.MAILBOX, words, heap.line);
        PeMailbox box = new PeMailbox(block, bell, MailboxLayout.of(block.offset, npes, bytes));
        bell.open.add(box);
        return box;
    }

    /// The memory on the chip, if the machine has one with that much room, or the heap. Equal on all PEs.
    private Heap nearest(long bytes) {
        return session.heaps.reversed().stream()
                .filter(heap -> heap.largestFree() >= bytes)
                .findFirst()
                .orElse(session.heap());
    }

    /// Closes all mailboxes. Collective. Has no effect if another thread is in one of them or in a collective. Returns
    /// the exception for messages that were not read, or null.
    public IllegalStateException closeAll() {
        bell.open.forEach(PeMailbox::checkClose);
        IllegalStateException first = null;
        for (PeMailbox box : bell.open) {
            IllegalStateException lost = box.free();
            if (first == null) first = lost;
            else if (lost != null) first.addSuppressed(lost);
        }
        return first;
    }
}
