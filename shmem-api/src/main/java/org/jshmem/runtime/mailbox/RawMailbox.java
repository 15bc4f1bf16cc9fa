// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.jshmem.Message;

/// A mailbox for a library above, which keeps what there is no room for, and whose lock lets one thread at a time call
/// all methods but [#await] and [#wake].
public final class RawMailbox {
    /// The memory of the library to which long messages go without a copy in between.
    public interface Destinations {
        /// Returns memory of `bytes` bytes for the next message with this label. A message goes there while this PE's
        /// calls of any mailbox wait, of which other threads may be the callers.
        MemorySegment next(int label, long bytes);
    }

    /// What [#put] returns once the whole message is in the receiver's ring.
    public static final long SENT = -1;

    /// For [PeMailbox#end], [PeMailbox#take] and [PeMailbox#close].
    public final PeMailbox mailbox;

    /// Takes messages with a label into this memory. Make it before another PE may send one.
    public RawMailbox(PeMailbox mailbox, Destinations destinations) {
        this.mailbox = mailbox;
        mailbox.arrivals.destinations = destinations;
    }

    /// Sends a message of `head` and `bytes`, or with a label, which is not 0, of `bytes` to the memory that
    /// PE `pe` has for that label: then the receiver reads the label and the number of bytes, as two words.
    /// Never waits, and keeps nothing back: what is sent is in the ring of PE `pe`. Returns [#SENT], or for lack
    /// of room the number to give as `sent`, 0 at first, when the same message is continued, before any other
    /// one to that PE.
    public long put(int pe, int label, long[] head, MemorySegment bytes, long sent) {
        MailboxLayout layout = mailbox.layout;
        Outgoing out = mailbox.outgoing[pe];
        if (out == null) mailbox.outgoing[pe] = out = new Outgoing(pe, mailbox.all, layout);
        int words = MessageBlock.messageWords(8L * head.length + bytes.byteSize());
        if (label != 0 || words >= layout.blockWords()) return out.put(mailbox.phase, label, head, bytes, sent);
        return out.handOver(mailbox.phase, words, head, bytes) ? SENT : 0;
    }

    /// Takes what has arrived. Returns the state from which [#await] waits.
    public long collect() {
        return mailbox.all.takeBeforeWait();
    }

    /// Returns the next message that has been taken, or null.
    public Message next() {
        if (mailbox.hasNext()) return mailbox.show();
        mailbox.view.hide();
        return null;
    }

    /// The bytes from `from` on of the message that was read last, until the next one is read.
    public MemorySegment rest(long from) {
        return mailbox.view.rest(from);
    }

    /// Waits until something has arrived, or there is more room, since `state`, or [#wake].
    public void await(long state, Supplier<String> purpose) {
        Mailboxes all = mailbox.all;
        all.await(state, mailbox.block, mailbox.arrivals, _ -> purpose.get(), true, Long.MAX_VALUE);
        mailbox.checkOpen("a call"); // the session may have ended meanwhile
        all.takeMore(mailbox.arrivals);
    }

    /// Ends the waits of this PE's other threads, which look again at what they wait for.
    public void wake() {
        mailbox.all.wake();
    }
}
