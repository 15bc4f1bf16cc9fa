// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.ArrayList;
import java.util.List;

/// The bytes on their way to one region: ranges, and their times of arrival.
final class Arriving {
    private record Message(long from, long to, long at) {}

    private final List<Message> messages = new ArrayList<>(0);

    /// Adds bytes `first` up to `end`, which arrive at `time`. Forgets messages that have arrived by `now`.
    void add(long first, long end, long time, long now) {
        messages.removeIf(message -> message.at <= now);
        messages.add(new Message(first, end, time));
    }

    /// The time at which all bytes `first` up to `end` have arrived; `now` if none of them are on their way.
    long until(long first, long end, long now) {
        long latest = now;
        for (Message message : messages) {
            if (message.from < end && first < message.to) latest = Math.max(latest, message.at);
        }
        return latest;
    }
}
