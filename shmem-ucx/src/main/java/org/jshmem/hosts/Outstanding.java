// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.transport.Transport;

/// The operations that one wait awaits: those of a channel up to its next quiet, or those of one call. It holds once
/// all are done. The lock of [Progress] guards it; the number of requests publishes the results.
final class Outstanding {
    /// The transport to the PEs of its host, of the PE that waits.
    final Transport near;

    /// Requests without an answer.
    final AtomicInteger requests = new AtomicInteger();

    /// The JVMs that have got messages without a request for an acknowledgment.
    final BitSet sent = new BitSet();

    /// The word of the last answer.
    long value;

    /// Whether the call has ended by an exception, so that answers are dropped.
    boolean isAbandoned;

    /// A JVM that will never answer, or null.
    Peer lost;

    Outstanding(Transport near) {
        this.near = near;
    }

    boolean areDone() {
        return requests.get() == 0;
    }

    /// Whether a quiet has something to await.
    boolean any() {
        return !sent.isEmpty() || !areDone();
    }
}
