// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;

/// The mailboxes of a PE.
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
        Heap heap = session.heap();
        int npes = session.transport.npes();
        long room = MailboxLayout.room(bytes, npes);
        long words = Math.max(bytes / Long.BYTES, MailboxLayout.words(room, npes));
        Block block = session.allocator.allocate(heap, ObjectKind.MAILBOX, words, heap.line);
        PeMailbox box = new PeMailbox(block, bell, new MailboxLayout(block.offset, npes, room));
        bell.open.add(box);
        return box;
    }

    /// Closes all mailboxes. Collective. Returns the exception for messages that were not read, or null.
    public IllegalStateException closeAll() {
        IllegalStateException first = null;
        for (PeMailbox box : bell.open) {
            try {
                box.close();
            } catch (IllegalStateException e) {
                if (first == null) first = e;
                else first.addSuppressed(e);
            }
        }
        return first;
    }
}
