// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

/// Another JVM of the job. The lock of [Progress] guards it.
final class Peer {
    final int jvm;

    /// The endpoint, or 0 before the first message to it.
    long endpoint;

    /// Number of the last message to it.
    int sent;

    /// Number of the last message that it has acknowledged.
    int executed;

    /// Number of the last message whose acknowledgment is requested.
    int asked;

    /// Number of the last message from it.
    int received;

    /// Requests to it without an answer.
    int open;

    Peer(int jvm) {
        this.jvm = jvm;
    }
}
