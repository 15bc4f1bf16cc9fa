// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The requests of this JVM that wait for answers, which name them by their index. The lock of [Progress] guards them.
/// An index is not used again, so that a second answer to a request is refused.
final class Requests {
    private final Map<Integer, Request> open = new HashMap<>();
    private int next;

    /// A request.
    ///
    /// @param destination the memory for the answer; null if `of` takes the word
    record Request(int index, Peer peer, Destination destination, Outstanding of) {}

    /// Begins a request. Returns its index.
    int take(Peer peer, Destination destination, Outstanding of) {
        open.put(next, new Request(next, peer, destination, of));
        peer.open.getAndIncrement();
        of.requests.getAndIncrement();
        return next++;
    }

    /// The open request of this index to a peer; null if there is none.
    Request open(int index, Peer peer) {
        Request request = open.get(index);
        return request == null || request.peer != peer ? null : request;
    }

    void done(Request request) {
        open.remove(request.index);
        request.peer.open.getAndDecrement();
        request.of.requests.getAndDecrement();
    }

    /// Ends the requests to a JVM that will not answer.
    void lost(Peer peer) {
        for (Request request : List.copyOf(open.values())) {
            if (request.peer != peer) continue;
            request.of.lost = peer;
            done(request);
        }
    }
}
