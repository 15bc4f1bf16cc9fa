// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /// The number of the last message that changes memory.
    long changing = -1;

    /// The ranges of one-sided puts that are not known to be carried out.
    final List<RemoteBlocks.Range> written = new ArrayList<>();

    /// The regions of PEs of the host, as far as this PE has asked for them.
    final Map<Integer, RemoteBlocks.Region> regions = new HashMap<>();

    /// The last region for which a key has come.
    RemoteBlocks.Offer offer;

    HostStream(int host) {
        this.host = host;
    }
}
