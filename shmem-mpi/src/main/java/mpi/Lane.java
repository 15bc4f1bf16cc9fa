// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jshmem.runtime.mailbox.RawMailbox;

/// What a PE has to send to one PE, in order. A message for which the ring has no room waits here, and later ones with
/// it, until a later call makes progress.
final class Lane {
    /// A longer piece holds up the other messages, and a shorter one costs more notices.
    private static final int PIECE_BYTES = 256 << 10;

    private static final long[] NO_HEAD = {};

    long untaken; // bytes of this PE's short messages that no receive has taken, as far as it knows
    long taken; // bytes of that PE's short messages that receives have taken, of which it is not told
    private final int pe;
    private final RawMailbox box;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /// A message, or with a label a piece of one, of which `sent` bytes are in the ring.
    private static final class Waiting {
        final int label;
        final long[] head;
        final MemorySegment bytes;
        final Request request; // that this completes, or null
        long sent;

        Waiting(int label, long[] head, MemorySegment bytes, Request request) {
            this.label = label;
            this.head = head;
            this.bytes = bytes;
            this.request = request;
        }
    }

    Lane(int pe, RawMailbox box) {
        this.pe = pe;
        this.box = box;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// Sends a message, or keeps it with a copy of `head`. Returns whether it is sent. If not, `bytes` have to stay as
    /// they are until `request` is done.
    boolean send(long[] head, MemorySegment bytes, Request request) {
        long sent = waiting.isEmpty() ? box.put(pe, 0, head, bytes, 0) : 0;
        if (sent == RawMailbox.SENT) return true;
        boolean copies = request != null && request.mode == Request.Mode.BSEND;
        Waiting kept = new Waiting(0, head.clone(), copies ? Data.copy(bytes) : bytes, copies ? null : request);
        kept.sent = sent;
        waiting.add(kept);
        return false;
    }

    /// Sends a message whose receiver has given it a number, in pieces.
    void sendPieces(Request r) {
        long bytes = Math.min(PIECE_BYTES, r.wire.byteSize() - r.moved);
        waiting.add(new Waiting(r.remoteId, NO_HEAD, r.wire.asSlice(r.moved, bytes), r));
    }

    /// Sends what there is room for, and at most one piece. Returns whether it has sent a part.
    boolean advance() {
        boolean moved = false;
        for (Waiting first; (first = waiting.peek()) != null; ) {
            long sent = box.put(pe, first.label, first.head, first.bytes, first.sent);
            moved |= sent != first.sent;
            first.sent = sent;
            if (sent != RawMailbox.SENT) return moved;
            waiting.remove();
            Request r = first.request;
            if (first.label != 0) r.moved += first.bytes.byteSize();
            if (r != null) r.done = first.label == 0 || r.moved == r.wire.byteSize();
            if (first.label == 0) continue;
            if (!r.done) sendPieces(r);
            return true;
        }
        return moved;
    }
}
