// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import java.util.Arrays;
import org.jshmem.collective.Group;

/// The messages of one call of a collective. The sender copies a piece into its own MPB and raises a flag. The
/// receiver copies the piece out and raises a flag; then the MPB is free again.
///
/// ```
/// sender      put into own MPB; flag "sent" at receiver                       wait for "ready"
/// receiver                            wait for "sent"; get from that MPB; flag "ready" at sender
/// ```
///
/// A wait invalidates the line of its flag and reads it where it lies, before each look (RCCE, `RCCE_wait_until`).
///
/// A message longer than an MPB is sent in pieces. Flags only grow and need no clearing. Further work of a
/// library's software belongs to its [Style].
///
/// Ticks: the flags of a member at another one are numbered in the order in which it raises them, `sent` and
/// `ready` alike; both ends count.
public final class Messages {
    private final Group g;
    private final Style style;
    private final long mpb;
    private final int line;
    private final long most;
    private final int[] raised;
    private final int[] seen;

    /// Creates the messages of one call.
    public Messages(Group g, Style style) {
        this(g, style, 0);
    }

    /// Creates the messages of a call whose ticks before `first` are in use.
    Messages(Group g, Style style, int first) {
        this.g = g;
        this.style = style;
        g.direct.looksInPlace();
        mpb = g.layout.mpb();
        line = g.layout.line();
        most = g.layout.mpbBytes() / line * line;
        raised = new int[g.size];
        seen = new int[g.size];
        Arrays.fill(raised, first);
        Arrays.fill(seen, first);
    }

    /// Returns the most ticks of `messages` messages of up to `bytes` bytes, sent and received.
    public long ticks(long messages, long bytes) {
        return 2 * messages * (bytes / most + 2) + 1;
    }

    /// Returns the bytes of the next piece, of `left` bytes.
    private long piece(long left) {
        if (left >= most) return most;
        return !style.tails(g) || left < line ? left : left / line * line;
    }

    /// Sends own memory, and returns after the receiver has taken it.
    public void send(int to, long from, long bytes) {
        if (bytes > 0) style.message(g);
        for (long at = 0; at < bytes; ) {
            long n = piece(bytes - at);
            post(to, from + at, n);
            awaitReady(to);
            at += n;
        }
    }

    /// Receives into own memory.
    public void receive(int from, long to, long bytes) {
        receive(from, bytes, (at, n) -> g.channel.copy(g.pe(g.me), to + at, g.pe(from), mpb, n));
    }

    /// The receiver's use of a piece, which lies in the sender's MPB.
    @FunctionalInterface
    public interface Sink {
        /// Takes `n` bytes of the message, from byte `at` on.
        void take(long at, long n);
    }

    /// Receives a message into `sink`.
    public void receive(int from, long bytes, Sink sink) {
        if (bytes > 0) style.message(g);
        for (long at = 0; at < bytes; ) {
            long n = piece(bytes - at);
            take(from, at, n, sink);
            at += n;
        }
    }

    /// Sends to one member and receives from another, in any order that the style allows. With a blocking style, a
    /// member with `firstSend` sends before it receives.
    public void exchange(int to, long src, long n, int from, long m, Sink sink, boolean firstSend) {
        if (!style.overlaps()) {
            if (firstSend) send(to, src, n);
            receive(from, m, sink);
            if (!firstSend) send(to, src, n);
            return;
        }
        if (n > 0) style.message(g);
        if (m > 0) style.message(g);
        long sent = 0;
        long taken = 0;
        while (sent < n || taken < m) {
            long out = piece(n - sent);
            if (sent < n) post(to, src + sent, out);
            if (taken < m) {
                long in = piece(m - taken);
                take(from, taken, in, sink);
                taken += in;
            }
            if (sent < n) {
                awaitReady(to);
                sent += out;
            }
        }
    }

    private void post(int to, long from, long n) {
        style.piece(g);
        int own = g.pe(g.me);
        g.channel.copy(own, mpb, own, from, n);
        raise(to);
    }

    private void take(int from, long at, long n, Sink sink) {
        style.piece(g);
        awaitSent(from);
        sink.take(at, n);
        raise(from);
    }

    /// Waits until member `to` has received; the member may be in a later call by now.
    void awaitReady(int to) {
        g.calls.await(to, seen[to]++);
        style.seen(g);
    }

    void raise(int k) {
        g.calls.post(k, raised[k]++);
    }

    /// Waits until member `from` has sent; the member waits for its receiver.
    void awaitSent(int from) {
        g.calls.awaitInCall(from, seen[from]++);
        style.seen(g);
    }

    /// Counts a piece that is sent or received by other means.
    void piece() {
        style.piece(g);
    }
}
