// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jshmem.runtime.mailbox.PeMailbox;

/// What a PE has to send to one PE, in order. A message for which the ring has no room waits here, and later ones with
/// it, until a later call makes progress.
final class Lane {
    long untaken; // bytes of this PE's short messages that no receive has taken, as far as it knows
    long taken; // bytes of that PE's short messages that receives have taken, of which it is not told
    private Arrival arriving; // a short message of that PE in pieces
    private long arrived; // bytes of it
    private final int pe;
    private final PeMailbox box;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /// A message, of which `sent` bytes are in the ring. What there is no room for follows in pieces with this `head`.
    ///
    /// @param request that this completes, or null
    /// @param sent -1 before the head is in the ring
    private record Waiting(long[] head, MemorySegment bytes, Request request, long sent) {}

    Lane(int pe, PeMailbox box) {
        this.pe = pe;
        this.box = box;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// Sends a message, or keeps it with a copy of `head`. Returns whether it is sent. If not, `bytes` have to stay as
    /// they are until `request` is done.
    boolean send(long[] head, MemorySegment bytes, Request request) {
        long sent = waiting.isEmpty() ? box.offer(pe, head, bytes, 0) : -1;
        if (sent == bytes.byteSize()) return true;
        boolean copies = request != null && request.mode == Request.Mode.BSEND;
        waiting.add(new Waiting(head.clone(), copies ? Data.copy(bytes) : bytes, copies ? null : request, sent));
        advance();
        return waiting.isEmpty();
    }

    /// Sends a message whose receiver has given it a number, in pieces.
    void sendPieces(Request r) {
        waiting.add(new Waiting(Engine.piece(r.remoteId), r.wire, r, 0));
    }

    /// Sends what there is room for. Pieces of a long message let others go first. Returns whether it has sent a part.
    boolean advance() {
        boolean moved = false;
        for (Waiting first; (first = waiting.peek()) != null; moved = true) {
            boolean isLong = first.head.length == 1;
            long[] head = first.sent < 0 || isLong ? first.head : Engine.piece(0);
            long sent = box.offer(pe, head, first.bytes, Math.max(0, first.sent));
            if (sent < 0) return moved;
            waiting.remove();
            boolean done = sent == first.bytes.byteSize();
            Waiting rest = done ? null : new Waiting(first.head, first.bytes, first.request, sent);
            if (done && first.request != null) first.request.done = true;
            if (!done && isLong) waiting.addLast(rest);
            if (!done && !isLong) waiting.addFirst(rest);
        }
        return moved;
    }

    /// Begins a short message that arrives in pieces.
    void begin(Arrival first) {
        arriving = first.with(MemorySegment.ofArray(new byte[(int) first.length()]));
        arrived = 0;
        more(first.payload());
    }

    /// Takes the next piece. Returns the message once it is whole, or null.
    Arrival more(MemorySegment piece) {
        arriving.payload().asSlice(arrived, piece.byteSize()).copyFrom(piece);
        arrived += piece.byteSize();
        return arrived == arriving.length() ? arriving : null;
    }
}
