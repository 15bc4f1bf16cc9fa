// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.atomic.AtomicInteger;

/// Another JVM of the job. The lock of [Progress] guards it.
final class Peer {
    /// Requests to one JVM that may be open at once when another one begins, each for at most [Packet#MOST_BYTES].
    private static final int CREDITS = 16;

    final int jvm;

    /// The endpoint, or 0 before the first message to it.
    long endpoint;

    /// The reason why the endpoint cannot be used any more, or null.
    String failure;

    /// Number of the last message to it.
    int sent;

    /// Number of the last message from it.
    int received;

    /// Requests to it without an answer.
    final AtomicInteger open = new AtomicInteger();

    Peer(int jvm) {
        this.jvm = jvm;
    }

    /// Whether a request may begin. Any thread may call it.
    boolean hasCredit() {
        return open.get() < CREDITS;
    }
}
