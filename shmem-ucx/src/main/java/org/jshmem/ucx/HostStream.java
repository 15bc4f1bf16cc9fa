// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// The messages of one PE to one host.
final class HostStream extends SentMessages.Stream {
    final int host;
    long link;
    boolean connected;
    long next;

    /// All messages up to this number are carried out.
    volatile long done = -1;

    /// The number of the last message whose answer will report progress.
    long told = -1;

    /// One-way messages since the last quiet, and between the two before it.
    int since;

    int usual;

    /// Questions whose answer has not come completely.
    int open;

    /// Bytes that may fill the socket: those sent since the agent last reported that all were carried out.
    long pressure;

    HostStream(int host) {
        this.host = host;
    }
}
