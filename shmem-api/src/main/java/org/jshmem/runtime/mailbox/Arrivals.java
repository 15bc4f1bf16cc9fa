// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/// The arrivals of one mailbox, of all senders: finds the next block for the reader, or makes room for senders.
///
/// Each method but [#isRung] needs the lock of the doorbell. The block that the reader has
/// belongs to the thread that has read last: other threads leave it alone.
final class Arrivals {
    private final MessageView view;
    private final Incoming[] senders;

    /// Senders, as bits of the doorbell, of which there is something, in a ring or in private memory: at first all,
    /// because another thread may have emptied the doorbell before this mailbox was open here.
    private final AtomicLong rung = new AtomicLong(-1);

    /// The sender that has written last, as far as the reader's thread knows.
    Incoming newest;

    /// Whether that sender has ended a wait before it rang, and nothing was read since.
    boolean early;

    private Thread reader; // has read last
    private int last; // the sender of the block that was found last

    Arrivals(MessageView view, Doorbell bell, MailboxLayout layout) {
        this.view = view;
        this.senders = new Incoming[layout.npes()];
        Arrays.setAll(senders, s -> new Incoming(s, bell, layout));
        this.newest = senders[0];
    }

    /// Something may have arrived from these senders.
    void rang(long bits) {
        rung.setRelease(rung.getPlain() | bits);
    }

    boolean isRung() {
        return rung.getAcquire() != 0; // pairs with the releases, as the blocks of other threads do
    }

    /// Shows the next block of this phase, instead of the one before it. Returns whether there is one.
    boolean next(long phase) {
        view.hide();
        if (view.source != null) view.source.leave(view);
        reader = Thread.currentThread();
        return look((int) phase & 1);
    }

    /// Makes room in rings whose senders may wait for it.
    void take() {
        look(-1);
    }

    /// Looks at the senders that have rung, by turns: shows the next block of this phase and returns whether there
    /// is one, or makes room if there is no phase.
    private boolean look(int phase) {
        int first = last + 1 & 63;
        for (long bits = Long.rotateRight(rung.getPlain(), first); bits != 0; bits &= bits - 1) {
            int bit = Long.numberOfTrailingZeros(bits) + first & 63;
            boolean empty = true;
            for (int s = bit; s < senders.length; s += 64) {
                Incoming sender = senders[s];
                if (sender.see()) newest = sender;
                if (phase < 0) {
                    sender.makeRoom(view, reader == Thread.currentThread());
                } else if (sender.open(view, phase)) {
                    last = s;
                    return true;
                }
                empty &= sender.isEmpty();
            }
            if (empty) rung.setRelease(rung.getPlain() & ~(1L << bit));
        }
        return false;
    }
}
