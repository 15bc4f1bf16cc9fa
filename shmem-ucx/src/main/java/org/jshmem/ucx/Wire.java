// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// What carries messages between processes: one end of a network. One thread at a time calls; only [#wake] may
/// come from another one.
///
/// A message is a short header and up to [Message#MOST_BYTES] of data. Each arrives once and whole, and may be
/// overtaken by later ones.
interface Wire extends AutoCloseable {

    /// What another process needs to [#connect] to this end.
    byte[] address();

    /// A link to the end with this address; it is made at the latest by the first message.
    long connect(byte[] address);

    /// Sends a message. 0 when its bytes may be reused at once, else a number to ask [#isSent] about: until that says
    /// true the bytes stay as they are.
    long send(long link, long header, int headerBytes, long data, long bytes);

    /// Whether a message that [#send] gave a number has left; asked no more once it says true.
    boolean isSent(long number);

    /// Has everything sent on the link leave this process. 0 when it has, else a number to ask [#isSent] about: then
    /// nothing of it depends on further progress.
    long flush(long link);

    /// Whether the link is known to be broken.
    boolean isBroken(long link);

    /// Sends and receives what can be: hands each message that has come to the receiver, on this thread. False when
    /// there was nothing to do.
    boolean progress();

    /// Sleeps until there may be something to do, [#wake] is called, or the time is over. The caller made [#progress]
    /// until that said false.
    void sleep(long nanos);

    /// Ends the sleep of another thread, or the next one.
    void wake();

    /// Breaks all links.
    @Override
    void close();

    /// What a wire does with a message that has come.
    @FunctionalInterface
    interface Receiver {

        /// A message came. `from` is a link for answers. The bytes are the wire's own, valid until this returns. May
        /// send, may not make progress.
        void received(long from, long header, long data, long bytes);
    }

    /// A link that carries no more: the other process is gone or cannot be reached.
    final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenException(String message) {
            super(message);
        }
    }
}
