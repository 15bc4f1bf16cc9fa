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

        /// Null if the request is free.
        Peer peer;

        /// The memory for the answer; null if `of` takes the word.
        Destination destination;

        Outstanding of;

        private Request(int index) {
            this.index = index;
        }
    }

    /// Begins a request. Returns its index.
    int take(Peer peer, Destination destination, Outstanding of) {
        if (free.isEmpty()) {
            all.add(new Request(all.size()));
            free.add(all.getLast());
        }
        Request request = free.removeLast();
        request.peer = peer;
        request.destination = destination;
        request.of = of;
        peer.open.getAndIncrement();
        of.requests.getAndIncrement();
        return request.index;
    }

    /// The open request of this index to a peer. Throws if there is none.
    Request open(int index, Peer peer) {
        Request request = index >= 0 && index < all.size() ? all.get(index) : null;
        if (request == null || request.peer != peer) {
            throw new IllegalStateException(
                    "JVM %d answers request %d, which is not open; this is an error of the library"
                            .formatted(peer.jvm, index));
        }
        return request;
    }

    void done(Request request) {
        request.peer.open.getAndDecrement();
        request.of.requests.getAndDecrement();
        request.peer = null;
        request.destination = null;
        request.of = null;
        free.add(request);
    }

    /// Ends the requests to a JVM that will not answer.
    void lost(Peer peer) {
        for (Request request : all) {
            if (request.peer != peer) continue;
            request.of.lost = peer;
            done(request);
        }
    }
}
