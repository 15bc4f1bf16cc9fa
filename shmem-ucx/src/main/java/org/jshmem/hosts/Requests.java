// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The requests of this JVM that wait for answers, which name them by their index. The lock of [Progress] guards them.
final class Requests {
    private final List<Request> all = new ArrayList<>();
    private final Deque<Request> free = new ArrayDeque<>();

    /// A request.
    static final class Request {
        final int index;
        Peer peer;
        boolean done;

        /// The word of the answer.
        long value;

        /// The memory for the answer; null if the caller takes the word.
        Destination destination;

        /// The operations of the channel whose quiet awaits the answer; null if the caller does.
        Outstanding of;

        private Request(int index) {
            this.index = index;
        }
    }

    Request take(Peer peer, Destination destination, Outstanding of) {
        if (free.isEmpty()) {
            all.add(new Request(all.size()));
            free.add(all.getLast());
        }
        Request request = free.removeLast();
        request.peer = peer;
        request.done = false;
        request.destination = destination;
        request.of = of;
        peer.open++;
        if (of != null) of.requests++;
        return request;
    }

    /// The open request of this index to a peer. Throws if there is none.
    Request open(int index, Peer peer) {
        Request request = index >= 0 && index < all.size() ? all.get(index) : null;
        if (request == null || request.peer != peer || request.done) {
            throw new IllegalStateException(
                    "JVM %d answers request %d, which is not open; this is an error of the library"
                            .formatted(peer.jvm, index));
        }
        return request;
    }

    void answered(Request request) {
        request.done = true;
        request.peer.open--;
        if (request.of == null) return;
        request.of.requests--;
        give(request);
    }

    /// Gives back a request that is done.
    void give(Request request) {
        request.destination = null;
        request.of = null;
        free.add(request);
    }
}
