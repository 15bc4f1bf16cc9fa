// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// One end of a network that carries messages between processes. One thread at a time calls; only [#wake] may come
/// from another one.
///
/// A message is a short header and up to [Message#MOST_BYTES] of data. Each arrives once and whole, and later ones may
/// overtake it.
///
/// A wire may also have one-sided operations, which read and write registered memory of another process without its
/// help. Messages may overtake them, and they may overtake messages and each other. Elements may be torn.
interface Wire extends AutoCloseable {

    /// The address with which another process can [#connect] to this end.
    byte[] address();

    /// Returns a link to the end with this address; the first message completes the connection at the latest.
    long connect(byte[] address);

    /// Sends a message. Returns 0 if its bytes may be reused at once, else a number for [#isSent]: until that
    /// returns true the bytes must not change.
    long send(long link, long header, int headerBytes, long data, long bytes);

    /// Whether a message with a number of [#send] has left. It is not called again after it has returned true or
    /// thrown.
    boolean isSent(long number);

    /// Starts a flush of all messages on the link. Returns 0 if they have left this process, else a number for
    /// [#isSent]. When that returns true, none of them depends on further progress, and all one-sided operations
    /// on the link are carried out at both ends.
    long flush(long link);

    /// The smallest number of bytes that one-sided operations copy; the default is that the wire has none.
    default long oneSidedFrom() {
        return Long.MAX_VALUE;
    }

    /// Registers memory of this process for one-sided operations. Returns the key for other processes; an empty one if
    /// the memory cannot be registered.
    default byte[] register(long address, long bytes) {
        return new byte[0];
    }

    /// Unpacks a key that the other end of a link has sent. Returns 0 if the link cannot use it.
    default long unpack(long link, byte[] key) {
        return 0;
    }

    /// Copies from address `from` of this process to `to` at the other end. Returns a number as [#send].
    default long put(long link, long key, long from, long to, long bytes) {
        throw new UnsupportedOperationException("this wire has no one-sided operations; see oneSidedFrom()");
    }

    /// Copies from address `from` at the other end to `to` of this process. Returns a number as [#send]: the bytes are
    /// there when [#isSent] returns true.
    default long get(long link, long key, long from, long to, long bytes) {
        throw new UnsupportedOperationException("this wire has no one-sided operations; see oneSidedFrom()");
    }

    /// Whether the link has been found broken.
    boolean isBroken(long link);

    /// Sends and receives as far as possible without waiting. Passes each received message to the receiver, on
    /// this thread. Returns false if there was nothing to do.
    boolean progress();

    /// Sleeps until there may be something to do, [#wake] is called, or the time is over. The caller has called
    /// [#progress] until it returned false.
    void sleep(long nanos);

    /// Ends the sleep of another thread, or the next one.
    void wake();

    /// Breaks all links.
    @Override
    void close();

    /// The handler of received messages.
    @FunctionalInterface
    interface Receiver {

        /// Receives a message. `from` is a link for answers. The bytes belong to the wire and are valid until
        /// this method returns. It may send, and must not call [Wire#progress].
        void received(long from, long header, long data, long bytes);
    }

    /// The exception or error of a call that declares no checked exceptions, to be thrown.
    static RuntimeException rethrown(Throwable t) {
        if (t instanceof Error e) throw e;
        if (t instanceof RuntimeException e) throw e;
        throw new AssertionError(t);
    }

    /// Thrown for a link that carries no more messages: the other process has ended or cannot be reached.
    final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenException(String message) {
            super(message);
        }
    }
}
