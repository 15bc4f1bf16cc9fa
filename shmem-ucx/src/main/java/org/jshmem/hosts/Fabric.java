// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

/// A network that carries messages between the processes of a job. One thread at a time calls it.
///
/// A message has a header of [Packet#HEADER_BYTES] and at most [Packet#MOST_BYTES] of data. Messages
/// to one endpoint arrive whole and in order. [Worker] checks the order, since not every network promises it.
interface Fabric {

    /// Receives messages inside of [#progress].
    interface Receiver {

        /// Takes a message. The implementation neither blocks nor throws. `answers` is the endpoint to the sender; it
        /// may be 0 if the message is not answered ([Packet#isAnswered]).
        /// Header and data need not be aligned, and last until the return.
        void received(long answers, long header, long data, long bytes);

        /// An endpoint cannot be used any more. Called inside of [#progress] or [#send]; neither blocks nor throws.
        void failed(long endpoint, String why);
    }

    /// The address to which other processes connect.
    byte[] address();

    /// Returns a new endpoint to the process at an address.
    long connect(byte[] address);

    /// Sends a message. Returns 0 if the memory of the message may be reused, else a number for [#isSent]. Behind the
    /// header are 16 bytes for the fabric's own use.
    long send(long endpoint, long header, long data, long bytes);

    /// Whether a message has been sent. The caller calls it until it returns true, and then never again.
    boolean isSent(long number);

    /// Sends and receives what is possible now. Returns false if there was nothing to do.
    boolean progress();

    /// Makes the descriptor readable at the next event. Returns false if [#progress] has something to do now.
    boolean arm();

    /// Sleeps until the descriptor is readable, which it returns, or until the time is over. Any thread may call it.
    boolean poll(int millis);

    /// Makes the descriptor readable.
    void wake();
}
