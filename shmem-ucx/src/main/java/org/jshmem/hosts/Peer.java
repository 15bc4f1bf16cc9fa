// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// Another JVM of the job. The lock of [Progress] guards it.
final class Peer {
    /// Requests to one JVM that may be open at once when another one begins, each for at most [Packet#MOST_BYTES].
    private static final int CREDITS = 16;

    /// Messages to one JVM that may be on their way when a call returns.
    private static final int MOST_LEAVING = 16;

    final int jvm;

    /// The messages to it, answers too, that the fabric has not sent yet.
    final Deque<Leaving> leaving = new ArrayDeque<>();

    /// How many those are, for any thread.
    private volatile int count;

    /// Whether a message may leave: a JVM that receives slowly holds up the messages to it alone. Any thread may call
    /// it. The class archive has this lambda expression, since each JVM of several hosts makes it.
    final BooleanSupplier hasRoom = () -> count <= MOST_LEAVING;

    /// Whether all have left.
    final BooleanSupplier isSent = () -> count == 0;

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

    /// Whether a request may begin. Any thread may call it.
    final BooleanSupplier hasCredit = () -> open.get() < CREDITS;

    /// A message that the fabric has not sent yet, by the fabric's number, in its block.
    record Leaving(long number, long block) {}

    Peer(int jvm) {
        this.jvm = jvm;
    }

    /// Counts the messages on their way. Returns whether there is room again, or none is left.
    boolean countLeaving() {
        boolean had = hasRoom.getAsBoolean();
        count = leaving.size();
        return !had && hasRoom.getAsBoolean() || count == 0;
    }
}
